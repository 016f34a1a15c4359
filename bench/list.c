/* SPDX-License-Identifier: MIT */
#include "bench/list.h"

#include "bench/bench.h"
#include "bench/settings.h"
#include "bench/text.h"

REGISTRY(qc_experiments, const struct experiment);

static void list_experiment(const struct experiment *experiment)
{
	text_style(MACHINE_GOOD);
	text_print("  %s", experiment->name);
	text_style(MACHINE_PLAIN);
	text_print("  %s\n", experiment->summary);
	for (unsigned i = 0; i < experiment->variant_count; i++)
		text_print("    %-13s %s\n", experiment->variants[i].name,
			   experiment->variants[i].summary);
}

void list_everything(void)
{
	text_style(MACHINE_TITLE);
	text_print("\nExperiments (bench=NAME,NAME) and their variants:\n");
	text_style(MACHINE_PLAIN);
	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		list_experiment(*entry);
	settings_list();
}
