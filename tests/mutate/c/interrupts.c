/* SPDX-License-Identifier: MIT */
/* Interrupts between cores, which Linux keeps to itself: where time is counted
 * there may be some, so that what measures them can be looked at. The linker puts
 * __wrap_NAME in the place of NAME (cc). */
#include "kernel/interrupts.h"

#include "kernel/machine.h"
#include "tests/mutate/c/counted.h"

#define SEND 3000u /* ticks, to one or to all */

const char *__real_machine_ipi_missing(void);
const char *__wrap_machine_ipi_missing(void);
void __wrap_machine_ipi(unsigned core);
void __wrap_machine_ipi_others(void);
uint64_t __wrap_machine_ipis(unsigned core);
uint64_t __wrap_machine_ipi_stamp(unsigned core);
void __wrap_machine_listen_begin(void);
void __wrap_machine_listen_end(void);
void __real_machine_wait(uint64_t deadline);
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
