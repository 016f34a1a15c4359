/* SPDX-License-Identifier: MIT */
#include "bench/config/user_files.h"

#include "bench/config/complain.h"
#include "kernel/machine.h"
#include "kernel/print.h"

/* None, unless the user's build brings a list (tools/build/user-files). */
__attribute__((weak)) const struct user_file user_files[] = { { 0 } };

static void welcome(const char *path)
{
	machine_style(MACHINE_GOOD);
	print("%s: taken in\n", path);
	machine_style(MACHINE_PLAIN);
}

bool user_check(void)
{
	bool ok = true;

	for (const struct user_file *f = user_files; f->path; f++)
		if (f->error)
			ok = complain("user_file", "%s: %s; left out", f->path,
				      f->error);
		else
			welcome(f->path);
	return ok;
}
