/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/cost.c: what a fiber costs. The scheduler, the clock
 * and the judge of rounds are played. */
#include <string.h>

#include "bench/bench.h"
#include "bench/experiments/inject/inject.h"
#include "bench/harness/raw.h"
#include "bench/samples/history.h"
#include "kernel/tsc.h"
#include "sched/fiber/fiber.h"
#include "sched/sched.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define PASS_TICKS 10u
#define SPAWN_TICKS 5u
#define MAKE_TICKS 70u
#define KINDS 3u

static struct {
	uint64_t now;
	unsigned passes, spawns, makes, judged, rounds_begun;
	unsigned no_spawn_from, no_make_from, repeat_at; /* 0: none */
	unsigned disturbed[KINDS]; /* a bit a round */
	bool no_run, stops, partner_runs;
} play;

static bool *stop_of_partner(void);

static bool play_spawn(void (*fn)(void *arg))
{
	if (++play.spawns == play.no_spawn_from)
		return false;
	play.now += SPAWN_TICKS;
	if (!play.partner_runs)
		fn(NULL); /* it must end at once, or it is the partner */
	return true;
}

static void play_pass(void)
{
	play.passes++;
	play.now += PASS_TICKS;
	play.stops = *stop_of_partner();
	if (play.partner_runs && play.passes == 3)
		*stop_of_partner() = true;
}

static struct fiber *play_make(void)
{
	play.now += MAKE_TICKS;
	return ++play.makes == play.no_make_from ? NULL : (void *)&play;
}

static bool play_add(struct history *h, const int64_t *samples, size_t n)
{
	unsigned what = play.judged;

	CHECK_EQUAL(h->rounds + 1, play.rounds_begun - (play.repeat_at > 999));
	if (play.repeat_at && play.rounds_begun == play.repeat_at) {
		play.repeat_at = 1000;
		return false;
	}
	h->p50[h->rounds] = n ? samples[n - 1] : 0;
	h->count[h->rounds] = (uint32_t)n;
	h->disturbed[h->rounds] = play.disturbed[what] >> h->rounds & 1;
	if (++h->rounds == 3) {
		play.judged++;
		play.rounds_begun = 0;
		play.repeat_at = 0;
	}
	return true;
}

static struct written {
	struct result result;
	const int64_t *samples;
	size_t n;
} written[KINDS + 1];
static unsigned writes;

static void keep_written(const struct result *of, const int64_t *samples,
			 size_t n)
{
	written[writes++] = (struct written){ *of, samples, n };
}

#define inject_tell_cost apart_tell_cost
#define tsc_read() (play.now)
#define sched_spawn(fn, arg, join) play_spawn(fn)
#define sched_pass play_pass
#define fiber_make(entry) ((void)(entry), play_make())
#define sched_fiber_bytes() ((size_t)12345)
#define sched_run(cores, main_fn, arg)                                       \
	(CHECK_EQUAL(cores, 1), !play.no_run && (main_fn(arg), true))
#define history_begin(h, cores)                                              \
	((void)(h), CHECK_EQUAL(cores, 1), play.rounds_begun++)
#define history_add play_add
#define raw_judged(...) keep_written(__VA_ARGS__)
bool apart_tell_cost(unsigned rounds);
#include "bench/experiments/inject/cost.c"

static bool *stop_of_partner(void)
{
	return &here.stop;
}

/* A partner that runs at once would never come back. */
static bool measure(struct cost *cost)
{
	play.partner_runs = true;
	if (!measure_all(cost, 3))
		return false;
	write_samples();
	return true;
}

TEST(inject_cost_is_of_an_operation)
{
	static const char *const names[] = { "cost/switch", "cost/again",
					     "cost/fresh" };
	static const unsigned samples[] = { 31, 31, 7 };
	struct cost cost;

	play.passes = 100; /* the partner never ends by itself */
	CHECK(measure(&cost));
	CHECK_EQUAL(cost.rounds, 3);
	CHECK_EQUAL(play.spawns, 3 * (1 + 31 * 256));
	CHECK_EQUAL(play.passes, 100 + 3 * (31 * 256 + 1 + 31 * 256));
	CHECK_EQUAL(play.makes, 3 * 7);
	for (unsigned r = 0; r < 3; r++) {
		CHECK_EQUAL(cost.round[COST_SWITCH][r], 5000);
		CHECK_EQUAL(cost.round[COST_POOLED][r], 15000);
		CHECK_EQUAL(cost.round[COST_FRESH][r], 85000);
	}
	CHECK_EQUAL(writes, 3);
	for (unsigned i = 0; i < 3; i++) {
		const struct written *w = &written[i];

		CHECK_TEXT(w->result.key.experiment, "inject");
		CHECK_TEXT(w->result.key.variant, names[i]);
		CHECK_EQUAL(w->result.key.cores, 1);
		CHECK_EQUAL(w->result.rounds, 3);
		CHECK_EQUAL(w->n, 3 * samples[i]);
		for (unsigned r = 0; r < 3; r++)
			CHECK_EQUAL(w->result.round_count[r], samples[i]);
	}
	for (unsigned i = 0; i < 3 * 31; i++) {
		CHECK_EQUAL(written[0].samples[i], 2560);
		CHECK_EQUAL(written[1].samples[i], 3840);
	}
	for (unsigned i = 0; i < 3 * 7; i++)
		CHECK_EQUAL(written[2].samples[i], 70);
}

TEST(inject_cost_tells_its_partner_to_end)
{
	play.passes = 100;
	play.partner_runs = true;
	CHECK_EQUAL(sample_switch(), 31);
	CHECK(play.stops);
	CHECK_EQUAL(play.passes, 100 + 31 * 256 + 1);
	play.passes = 0;
	here.stop = false;
	pass_back(NULL);
	CHECK_EQUAL(play.passes, 3);
	pass_back(NULL);
	CHECK_EQUAL(play.passes, 3);
}

TEST(inject_cost_without_a_fiber_is_none)
{
	static const unsigned no_spawn[] = { 1, 2, 1 + 31 * 256 };
	struct cost cost;

	for (unsigned i = 0; i < 3; i++) {
		play.passes = 100;
		play.spawns = play.judged = play.rounds_begun = 0;
		play.no_spawn_from = no_spawn[i];
		CHECK(!measure(&cost));
	}
	play.passes = 100;
	play.judged = play.rounds_begun = 0;
	play.no_spawn_from = 0;
	play.no_make_from = play.makes + 7;
	CHECK(!measure(&cost));
	play.no_run = true;
	CHECK(!measure(&cost));
	CHECK_EQUAL(writes, 0);
}

TEST(inject_cost_of_disturbed_rounds_is_none)
{
	struct cost cost;

	play.passes = 100;
	play.disturbed[COST_POOLED] = 2;
	play.disturbed[COST_FRESH] = 4;
	CHECK(measure(&cost));
	CHECK_EQUAL(cost.round[COST_SWITCH][1], 5000);
	CHECK_EQUAL(cost.round[COST_POOLED][0], 15000);
	CHECK_EQUAL(cost.round[COST_POOLED][1], QUANTITY_NONE);
	CHECK_EQUAL(cost.round[COST_POOLED][2], 15000);
	CHECK_EQUAL(cost.round[COST_FRESH][0], 85000);
	CHECK_EQUAL(cost.round[COST_FRESH][1], QUANTITY_NONE);
	CHECK_EQUAL(cost.round[COST_FRESH][2], QUANTITY_NONE);
	CHECK_EQUAL(written[1].result.round_disturbed[1], 1);
	CHECK_EQUAL(written[1].result.round_disturbed[2], 0);
}

TEST(inject_cost_takes_a_round_again_that_is_to_be)
{
	struct cost cost;

	play.passes = 100;
	play.repeat_at = 2;
	CHECK(measure(&cost));
	CHECK_EQUAL(play.spawns, 4 + 3 * 31 * 256);
	CHECK_EQUAL(written[0].n, 3 * 31);
}

static bool recorded(unsigned record, const char *what)
{
	return strstr(fake.record[record], what) != NULL;
}

TEST(inject_cost_is_told_in_two_records)
{
	play.passes = 100;
	play.partner_runs = true;
	play.disturbed[COST_FRESH] = 1;
	fake.records = 0;
	CHECK(apart_tell_cost(3));
	CHECK_EQUAL(fake.records, 2);
	CHECK(recorded(0, "\"variant\":\"cost\",\"cores\":1"));
	CHECK(recorded(0, "\"rounds\":[5,5,5],\"fresh_rounds\":[null,85,85],"
			  "\"again_rounds\":[15,15,15]"));
	CHECK(recorded(1, "\"variant\":\"fiber\",\"cores\":0"));
	CHECK(recorded(1, "\"unit\":\"bytes\",\"rounds\":[12345]"));
}
