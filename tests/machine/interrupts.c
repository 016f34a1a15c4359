/* SPDX-License-Identifier: MIT */
/* In the place of hosted/cpu/interrupts.c: what Linux keeps to itself the
 * counted machine may have, so that what measures it can be looked at. */
#include "kernel/interrupts.h"

#include "kernel/machine.h"
#include "tests/machine/machine.h"

#define SEND 3000u /* ticks, to one or to all */
#define LOOKED_AT 300u /* how often a word is that a core sleeps on, ticks */
#define DEEP 0x60u /* a hint: a state that no store ends */

void __real_machine_wait(uint64_t deadline);

const char *machine_ipi_missing(void)
{
	return counted.interrupts ? NULL : "no interrupts were asked for";
}

void machine_ipi(unsigned core)
{
	counted_spend(SEND);
	counted_interrupt(core);
}

void machine_ipi_others(void)
{
	counted_spend(SEND);
	for (unsigned i = 0; i < counted.cores; i++)
		if (i != counted_core())
			counted_interrupt(i);
}

uint64_t machine_ipis(unsigned core)
{
	counted_look();
	return counted_interrupts(core);
}

uint64_t machine_ipi_stamp(unsigned core)
{
	return counted_interrupted_at(core);
}

void machine_listen_begin(void)
{
	counted_listen(true);
}

void machine_listen_end(void)
{
	counted_listen(false);
}

void __wrap_machine_wait(uint64_t deadline)
{
	counted_listen(true);
	__real_machine_wait(deadline);
	counted_listen(false);
}

unsigned machine_mwait_hints(uint32_t *hints, unsigned most)
{
	static const uint32_t known[] = { 0, 0x20, DEEP };
	unsigned count = sizeof(known) / sizeof(known[0]);

	count = count < most ? count : most;
	for (unsigned i = 0; i < count; i++)
		hints[i] = known[i];
	return count;
}

const char *machine_mwait_missing(void)
{
	return counted.interrupts ? NULL : "no MWAIT was asked for";
}

void machine_monitor_wait(const uint64_t *word, uint64_t expected,
			  uint32_t hint)
{
	if (hint == DEEP)
		__real_machine_wait(MACHINE_NEVER);
	while (*(const volatile uint64_t *)word == expected)
		counted_spend(LOOKED_AT + hint);
}
