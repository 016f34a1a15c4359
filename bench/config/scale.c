/* SPDX-License-Identifier: MIT */
#include "bench/config/scale.h"

#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/ticks.h"

#define SCALE_MOST 1000000u

OPTION_NUMBER(opt_scale, "scale", 1000, 1, SCALE_MOST,
	      "published seconds are divided by this (inject, threads, workloads)");

static uint64_t used;

uint64_t scale_divisor(void)
{
	return used ? used : opt_scale.number;
}

bool scale_given(void)
{
	return opt_scale.given;
}

void scale_use(uint64_t divisor)
{
	used = divisor;
}

uint64_t scale_ticks(uint64_t published_ms)
{
	uint64_t ticks = ticks_of_ms(published_ms) / scale_divisor();

	return ticks ? ticks : 1;
}

uint64_t scale_ms(uint64_t ticks)
{
	return ticks * scale_divisor() / ticks_of_ms(1);
}
