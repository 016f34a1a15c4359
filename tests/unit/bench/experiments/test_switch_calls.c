/* SPDX-License-Identifier: MIT */
/* bench/experiments/switch/calls.c: what a row takes, by what more operations
 * of it take, and as a multiple of the base. */
#include "bench/bench.h"
#include "bench/harness/raw.h"
#include "bench/report/quantity.h"
#include "bench/samples/pilot.h"
#include "kernel/string.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

static int64_t each;  /* ticks of an operation */
static int64_t clock_ticks; /* of a look at any number of them */

static int64_t look(uint32_t operations)
{
	return clock_ticks + each * operations;
}

/* What was recorded last. */
static struct quantity recorded;
static int64_t recorded_round[16];

static void keep_recorded(const struct quantity *q)
{
	recorded = *q;
	memcpy(recorded_round, q->round, q->rounds * sizeof(int64_t));
}

#define pilot_warm_up(cell, ticks, samples) ((void)(samples))
#define pilot_median(cell, operations, ticks, samples)                       \
	((void)(samples), look(operations))
#define raw_round(key, round, samples, n) ((void)(key), (void)(round))
#define record_quantity keep_recorded
#include "bench/experiments/switch/calls.c"

static const struct variant played = { .name = "played" };

static void measure(unsigned subject, int64_t ticks, unsigned round)
{
	each = ticks;
	row[subject].cell.variant = &played;
	CHECK(measure_row(NULL, subject, round));
}

TEST(switch_row_takes_what_more_operations_add)
{
	clock_ticks = 90;
	measure(1, 17, 0);
	CHECK_EQUAL(row[1].milli[0], 17000);
	measure(1, 0, 1); /* too little to be told */
	CHECK_EQUAL(row[1].milli[1], 0);
	row[1].cell.variant = NULL;
	CHECK(measure_row(NULL, 1, 2));
	CHECK_EQUAL(row[1].milli[2], 0);
}

/* "inline" is two switches an operation, "yield" is one. */
TEST(switch_is_told_as_a_multiple_of_the_base_round_by_round)
{
	for (unsigned r = 0; r < ROUNDS; r++) {
		measure(0, r == 2 ? 0 : 4, r);
		measure(1, r == 3 ? 0 : 30 + 2 * (int64_t)r, r);
		measure(5, 6, r);
	}
	report_share(1);
	CHECK_TEXT(recorded.key.variant, "inline");
	CHECK_TEXT(recorded.unit, "CALL");
	CHECK_EQUAL(recorded.rounds, ROUNDS);
	for (unsigned r = 0; r < ROUNDS; r++)
		CHECK_EQUAL(recorded_round[r], r == 2 || r == 3 ? QUANTITY_NONE :
			    (15 + (int64_t)r) * 1000 / 4);
	report_share(5);
	CHECK_TEXT(recorded.key.variant, "yield");
	CHECK_EQUAL(recorded_round[0], 1500);
}
