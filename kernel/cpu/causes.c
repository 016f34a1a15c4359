/* SPDX-License-Identifier: MIT */
/* Nothing takes a bare core away but the firmware, by SMIs. */
#include <stddef.h>

#include "kernel/format.h"
#include "kernel/machine.h"

unsigned machine_causes(struct machine_cause cause[CAUSES_MOST])
{
	struct machine_counters counters = machine_counters();

	if (!counters.smi_known)
		return 0;
	format(cause[0].name, sizeof(cause[0].name), "SMI");
	cause[0].count = counters.smi;
	return 1;
}

const char *machine_cause_plant(const char *how)
{
	(void)how;
	return NULL;
}
