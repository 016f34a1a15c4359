/* SPDX-License-Identifier: MIT */
#include "bench/list.h"

#include "bench/rows.h"
#include "bench/settings.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"

REGISTRY(qc_experiments, const struct experiment);

/* Several rows of one name differ in cores or parameters. */
static bool named_before(const struct experiment *experiment, unsigned row)
{
	const char *name = rows_variant(experiment, row)->name;

	for (unsigned i = 0; i < row; i++)
		if (!strcmp(rows_variant(experiment, i)->name, name))
			return true;
	return false;
}

static void list_experiment(const struct experiment *experiment)
{
	const struct variant *v;

	machine_style(MACHINE_GOOD);
	print("  %s", experiment->name);
	machine_style(MACHINE_PLAIN);
	print("  %s\n", experiment->summary);
	for (unsigned i = 0; (v = rows_variant(experiment, i)); i++)
		if (!named_before(experiment, i))
			print("    %-19s %s\n", v->name, v->summary);
}

void list_everything(void)
{
	machine_style(MACHINE_TITLE);
	print("\nExperiments (bench=NAME,NAME) and their variants:\n");
	machine_style(MACHINE_PLAIN);
	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		list_experiment(*entry);
	settings_list();
}
