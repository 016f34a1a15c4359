/* SPDX-License-Identifier: MIT */
/* bench/experiments/switch/findings.c: what a row takes, by what more operations
 * of it take, and as a multiple of the base. */
#include "bench/bench.h"
#include "bench/conclusions/conclude.h"
#include "bench/harness/raw.h"
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

/* What was concluded last. */
static struct {
	const char *name, *unit;
	unsigned rounds;
	int64_t round[16];
} asked;

static enum judgement keep_asked(const struct conclusion *c)
{
	asked.name = c->name;
	asked.unit = c->unit;
	asked.rounds = c->subject[0].rounds;
	memcpy(asked.round, c->subject[0].round,
	       asked.rounds * sizeof(int64_t));
	return JUDGED_NONE;
}

#define pilot_warm_up(cell, ticks, samples) ((void)(samples))
#define pilot_median(cell, operations, ticks, samples)                       \
	((void)(samples), look(operations))
#define raw_round(key, round, samples, n) ((void)(key), (void)(round))
#define conclude keep_asked
#include "bench/experiments/switch/findings.c"

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
	CHECK_TEXT(asked.name, "inline");
	CHECK_TEXT(asked.unit, "CALL");
	CHECK_EQUAL(asked.rounds, ROUNDS);
	for (unsigned r = 0; r < ROUNDS; r++)
		CHECK_EQUAL(asked.round[r], r == 2 || r == 3 ? GATE_NO_ROUND :
			    (15 + (int64_t)r) * 1000 / 4);
	report_share(5);
	CHECK_TEXT(asked.name, "yield");
	CHECK_EQUAL(asked.round[0], 1500);
}
