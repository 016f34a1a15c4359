/* SPDX-License-Identifier: MIT */
#include "kernel/join.h"

#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/x86/tsc.h"

static _Noreturn void lost(unsigned core)
{
	char text[64];

	format(text, sizeof(text), "core %u has not come back for %u s", core,
	       MACHINE_JOIN_SECONDS);
	machine_panic(text);
}

/* Counts seconds that core 0 lived through: not those of a stopped emulator. */
void join_wait(const uint32_t *running, unsigned (*missing)(void))
{
	uint64_t hz = machine_clock()->hz, next = tsc_read() + hz;
	unsigned seconds = 0;

	/* A1: pairs with R1 of the core that is through. */
	while (atomic_load_acquire(running)) {
		machine_wait(hz ? next : MACHINE_NEVER);
		if (!hz || tsc_read() < next)
			continue;
		if (++seconds == MACHINE_JOIN_SECONDS)
			lost(missing());
		next = tsc_read() + hz;
	}
}
