/* SPDX-License-Identifier: MIT */
#include "bench/user.h"

#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

/* None, unless the user's build brings a list (tools/user-files). */
__attribute__((weak)) const struct user_file user_files[] = { { 0 } };

static void say(enum machine_style style, const char *path, const char *text)
{
	machine_style(style);
	print("%s: %s\n", path, text);
	machine_style(MACHINE_PLAIN);
}

static bool files_are_in(void)
{
	bool ok = true;

	for (const struct user_file *f = user_files; f->path; f++) {
		say(f->error ? MACHINE_BAD : MACHINE_GOOD, f->path,
		    f->error ? f->error : "taken in");
		if (!f->error)
			continue;
		log_warning("user_file", "%s: %s; left out", f->path, f->error);
		ok = false;
	}
	return ok;
}

static bool complain_of(const char *what, const char *name)
{
	log_warning("duplicate_name", "two %ss are called '%s': one of them "
		    "needs another name", what, name);
	say(MACHINE_BAD, name, "the name is taken");
	return false;
}

#define NAMES_UNIQUE(what, section, type)                                    \
	static bool what##_names_unique(void)                                \
	{                                                                    \
		bool ok = true;                                              \
		REGISTRY_EACH(section, type, a)                              \
			for (type *const *b = a + 1; b < __stop_##section;   \
			     b++)                                            \
				if (!strcmp((*a)->name, (*b)->name))         \
					ok = complain_of(#what, (*a)->name); \
		return ok;                                                   \
	}                                                                    \
	_Static_assert(true, "")

NAMES_UNIQUE(lock, qc_locks, const struct lock_kind);
NAMES_UNIQUE(queue, qc_queues, const struct queue_kind);

bool user_check(void)
{
	bool ok = files_are_in();

	ok = lock_names_unique() && ok;
	return queue_names_unique() && ok;
}
