/* SPDX-License-Identifier: MIT */
/* bench/harness/sweep.c: what an operation costs without the loop around it. */
#include "bench/samples/pilot.h"

#define sweep_plan apart_sweep_plan
#define sweep_run apart_sweep_run
#define pilot_median(cell, batch, ticks, scratch)                            \
	((void)(cell), (void)(ticks), (void)(scratch), 1000 + 7 * (int64_t)(batch))
#include "bench/harness/sweep.c"

#include "tests/unit/test.h"

TEST(slope_is_what_each_operation_more_takes)
{
	static const struct variant row = { .name = "row" },
				    bounded = { .name = "row", .most_batch = 64 };
	static const struct settings quick, full = { .full = true };
	struct cell cell = { .variant = &row, .cores = 1 };
	struct series s = { .cell = &cell, .batch = 1 };

	group.settings = &quick;
	measure_slope(&s, 0);
	CHECK(!s.slope_known);
	group.settings = &full;
	for (uint32_t batch = 1; batch <= 64; batch *= 2) {
		s = (struct series){ .cell = &cell, .batch = batch };
		cell.variant = &row;
		measure_slope(&s, 0);
		CHECK(s.slope_known);
		CHECK_EQUAL(s.slope_milli, 7000);
		s = (struct series){ .cell = &cell, .batch = batch };
		cell.variant = &bounded;
		measure_slope(&s, 0);
		CHECK_EQUAL(s.slope_known, batch <= 32);
	}
}
