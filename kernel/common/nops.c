/* SPDX-License-Identifier: MIT */
/*
 * What NOPs cost: the sign by which silicon, translators and interpreters
 * tell themselves apart. Unprivileged, so that a Linux program can look, too.
 */
#include "kernel/common/trust.h"
#include "kernel/tsc.h"

#define WARM_RUNS 20

__attribute__((noinline)) static void nops_1000(void)
{
	__asm__ volatile(".rept 1000\n\tnop\n\t.endr");
}

__attribute__((noinline)) static void nops_2000(void)
{
	__asm__ volatile(".rept 2000\n\tnop\n\t.endr");
}

static uint64_t time_once(void (*nops)(void))
{
	uint64_t start = tsc_start();

	nops();
	return tsc_stop_lfence() - start;
}

static uint64_t time_warm(void (*nops)(void))
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < WARM_RUNS; i++) {
		uint64_t ticks = time_once(nops);
		if (ticks < least)
			least = ticks;
	}
	return least;
}

void trust_time_nops(struct trust_signs *signs)
{
	signs->nop_cold = time_once(nops_2000);
	signs->nop_2000 = time_warm(nops_2000);
	signs->nop_1000 = time_warm(nops_1000);
}
