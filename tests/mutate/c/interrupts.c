/* SPDX-License-Identifier: MIT */
/* Interrupts between cores and MWAIT, which Linux keeps to itself: where time is
 * counted there may be both, so that what measures them can be looked at. The
 * linker puts __wrap_NAME in the place of NAME (cc). */
#include "kernel/interrupts.h"

#include "kernel/machine.h"
#include "tests/mutate/c/counted.h"

#define SEND 3000u /* ticks, to one or to all */
#define LOOKED_AT 300u /* how often a word is that a core sleeps on, ticks */
#define DEEP 0x60u /* a hint: a state that no store ends */

const char *__real_machine_ipi_missing(void);
const char *__wrap_machine_ipi_missing(void);
void __wrap_machine_ipi(unsigned core);
void __wrap_machine_ipi_others(void);
uint64_t __wrap_machine_ipis(unsigned core);
uint64_t __wrap_machine_ipi_stamp(unsigned core);
void __wrap_machine_listen_begin(void);
void __wrap_machine_listen_end(void);
void __real_machine_wait(uint64_t deadline);
unsigned __wrap_machine_mwait_hints(uint32_t *hints, unsigned most);
const char *__real_machine_mwait_missing(void);
const char *__wrap_machine_mwait_missing(void);
void __wrap_machine_monitor_wait(const uint64_t *word, uint64_t expected,
				 uint32_t hint);
void __wrap_machine_wait(uint64_t deadline);

const char *__wrap_machine_ipi_missing(void)
{
	return qc_can_interrupt ? NULL : __real_machine_ipi_missing();
}

void __wrap_machine_ipi(unsigned core)
{
	qc_spend(SEND);
	qc_interrupt(core);
}

void __wrap_machine_ipi_others(void)
{
	qc_spend(SEND);
	for (unsigned i = 0; i < qc_cores; i++)
		if (i != qc_core())
			qc_interrupt(i);
}

uint64_t __wrap_machine_ipis(unsigned core)
{
	qc_look();
	return qc_interrupts(core);
}

uint64_t __wrap_machine_ipi_stamp(unsigned core)
{
	return qc_interrupted_at(core);
}

void __wrap_machine_listen_begin(void)
{
	qc_listen(1);
}

void __wrap_machine_listen_end(void)
{
	qc_listen(0);
}

void __wrap_machine_wait(uint64_t deadline)
{
	qc_listen(1);
	__real_machine_wait(deadline);
	qc_listen(0);
}

unsigned __wrap_machine_mwait_hints(uint32_t *hints, unsigned most)
{
	static const uint32_t known[] = { 0, 0x20, DEEP };
	unsigned count = sizeof(known) / sizeof(known[0]);

	count = count < most ? count : most;
	for (unsigned i = 0; i < count; i++)
		hints[i] = known[i];
	return count;
}

const char *__wrap_machine_mwait_missing(void)
{
	return qc_can_interrupt ? NULL : __real_machine_mwait_missing();
}

void __wrap_machine_monitor_wait(const uint64_t *word, uint64_t expected,
				 uint32_t hint)
{
	if (hint == DEEP)
		__real_machine_wait(MACHINE_NEVER);
	while (*(const volatile uint64_t *)word == expected)
		qc_spend(LOOKED_AT + hint);
}
