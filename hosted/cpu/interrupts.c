/* SPDX-License-Identifier: MIT */
/* What Linux keeps to itself: rows that need it are skipped, and say why. */
#include "kernel/interrupts.h"
#include "kernel/machine.h"

#define REASON "Linux lets no program halt or interrupt a core"

const char *machine_ipi_missing(void)
{
	return REASON;
}

void machine_ipi(unsigned core)
{
	(void)core;
	machine_panic(REASON);
}

void machine_ipi_others(void)
{
	machine_panic(REASON);
}

uint64_t machine_ipis(unsigned core)
{
	(void)core;
	return 0;
}

uint64_t machine_ipi_stamp(unsigned core)
{
	(void)core;
	return 0;
}

void machine_listen_begin(void)
{
}

void machine_listen_end(void)
{
}

unsigned machine_mwait_hints(uint32_t *hints, unsigned most)
{
	(void)hints;
	(void)most;
	return 0;
}

const char *machine_mwait_missing(void)
{
	return "Linux lets no program use MONITOR/MWAIT";
}

void machine_monitor_wait(const uint64_t *word, uint64_t expected,
			  uint32_t hint)
{
	(void)word;
	(void)expected;
	(void)hint;
	machine_panic("Linux lets no program use MONITOR/MWAIT");
}
