/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/inject.c: at which scales and with how many workers
 * the blocking load is run. The rounds are played. */
#include "bench/config/scale.h"
#include "bench/experiments/inject/inject.h"
#include "kernel/string.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

#define ROUNDS 4u

static uint64_t slow;       /* the scale that is asked for */
static unsigned possible;   /* rounds: those behind them fail */
static bool fits;           /* twice as fast, too */

/* What was run and told. */
static struct {
	unsigned rounds, shown, repeated;
	unsigned told[2];   /* records: slow, and twice as fast */
	unsigned at[2];     /* rounds: slow, and twice as fast */
	uint32_t least;     /* workers: of the last one */
} did;

static bool play(const struct inject_load *load, bool shown)
{
	did.at[scale_divisor() / slow - 1]++;
	did.shown += shown;
	did.least = load->least;
	return did.rounds++ < possible;
}

static bool repeat(const struct inject_load *load)
{
	did.repeated++;
	did.least = load->least;
	return true;
}

static const char *unfit(void)
{
	return fits || scale_divisor() == slow ? NULL : "too fast";
}

#define inject_rounds scales_rounds
#define inject_round(load, round, shown, figures)                            \
	((void)(round), (void)(figures), play(load, shown))
#define inject_repeat(load, figures) ((void)(figures), repeat(load))
#define inject_unfit(load) unfit()
#define inject_record_rounds(load, figures)                                   \
	((void)(load), (void)(figures), did.told[scale_divisor() / slow - 1]++)
#include "bench/experiments/inject/inject.c"

static void run_on(unsigned on_cores, unsigned rounds)
{
	static const struct settings of = { .rounds = ROUNDS };

	settings = &of;
	cores = on_cores;
	possible = rounds;
	opt_max.number = 1000;
	slow = scale_divisor();
	memset(&did, 0, sizeof(did));
	run_block();
	CHECK_EQUAL(scale_divisor(), slow);
}

TEST(inject_blocking_load_is_run_at_two_scales_and_with_a_worker_a_task)
{
	fits = true;
	run_on(2, 100);
	CHECK_EQUAL(did.at[0], 1 + ROUNDS); /* a worker a core: once */
	CHECK_EQUAL(did.at[1], ROUNDS);
	CHECK_EQUAL(did.shown, 1 + ROUNDS);
	CHECK_EQUAL(did.repeated, 1);
	CHECK_EQUAL(did.least, 200);
	CHECK_EQUAL(did.told[0], 2);
	CHECK_EQUAL(did.told[1], 1);
	run_on(12, 100); /* as published */
	CHECK_EQUAL(did.rounds, 2 * ROUNDS);
}

TEST(inject_rounds_at_two_scales_end_with_one_that_fails)
{
	fits = true;
	run_on(12, 0);
	CHECK_EQUAL(did.rounds, 1);
	CHECK_EQUAL(did.told[0], 1); /* of a worker a task */
	CHECK_EQUAL(did.told[1], 0);
	run_on(12, 3);
	CHECK_EQUAL(did.rounds, 4);
	CHECK_EQUAL(did.told[0], 2);
	CHECK_EQUAL(did.told[1], 1);
}

TEST(inject_scale_that_is_too_fast_is_not_compared)
{
	fits = false;
	run_on(2, 100);
	CHECK_EQUAL(did.at[0], 1);
	CHECK_EQUAL(did.at[1], 0);
	CHECK_EQUAL(did.repeated, 2);
	CHECK_EQUAL(did.told[0], 2);
	CHECK_EQUAL(did.told[1], 0);
}
