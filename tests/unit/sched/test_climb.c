/* SPDX-License-Identifier: MIT */
/* Hill climbing on throughput curves whose best count is known. */
#include "sched/pool/climb.h"

#include "tests/unit/test.h"

#define MOST 1000u
#define SAMPLES_MAX 200u   /* to settle from anywhere */
#define LONG 2000u
#define UNIT 100000u       /* throughput of one worker */

static uint64_t state;
static unsigned noise_percent; /* either way */

static uint64_t random_below(uint64_t limit)
{
	state ^= state << 13; /* xorshift64: Marsaglia, 2003 */
	state ^= state >> 7;
	state ^= state << 17;
	return state % limit;
}

static uint64_t noisy(uint64_t rate)
{
	uint64_t width = rate * noise_percent / 100;

	return width ? rate - width + random_below(2 * width) : rate;
}

/* ---- curves: throughput by worker count, best at `knee` ----------------- */

static unsigned knee;

static uint64_t rising(uint32_t n)
{
	return (uint64_t)n * UNIT;
}

static uint64_t flat(uint32_t n)
{
	(void)n;
	return UNIT;
}

/* Each further worker costs the others something. */
static uint64_t falling(uint32_t n)
{
	return (uint64_t)UNIT * MOST / (MOST / 10 + n);
}

/* Rises to the knee, level from there: tasks that block. */
static uint64_t bent(uint32_t n)
{
	return rising(n < knee ? n : knee);
}

/* Rises to the knee, falls from there: memory runs short. */
static uint64_t peaked(uint32_t n)
{
	return n <= knee ? rising(n) : rising(knee) * knee / n;
}

/* Samples until it has settled; SAMPLES_MAX: it did not. */
static unsigned settle(struct climb *c, uint64_t (*curve)(uint32_t n))
{
	uint32_t count = c->base;
	unsigned samples = 0;

	do {
		count = climb_sample(c, noisy(curve(count)));
		CHECK(count >= c->least && count <= c->most);
	} while (++samples < SAMPLES_MAX && !c->settled);
	return samples;
}

static struct climb settled(uint64_t (*curve)(uint32_t n), uint32_t from)
{
	struct climb c;

	climb_init(&c, 1, MOST, from);
	CHECK(settle(&c, curve) < SAMPLES_MAX);
	return c;
}

/* ---- without noise ------------------------------------------------------ */

TEST(climb_goes_to_an_end_where_each_worker_pays_or_none)
{
	for (unsigned from = 1; from <= MOST; from = from * 3 + 1) {
		CHECK_EQUAL(settled(rising, from).base, MOST);
		CHECK_EQUAL(settled(flat, from).base, 1);
		CHECK_EQUAL(settled(falling, from).base, 1);
	}
}

static void finds(uint64_t (*curve)(uint32_t n), unsigned margin)
{
	for (knee = 4; knee <= 512; knee *= 2)
		for (unsigned from = 2; from <= MOST; from *= 3) {
			struct climb c = settled(curve, from);

			CHECK(c.base * 100 >= knee * (100 - margin));
			CHECK(c.base * 100 <= knee * (100 + margin) + 100);
			CHECK(curve(c.base) * 100 >= curve(knee) * 85);
		}
}

TEST(climb_finds_the_knee)
{
	finds(bent, 30);
	finds(peaked, 30);
}

TEST(climb_keeps_its_bounds)
{
	struct climb c;

	climb_init(&c, 7, 7, 7);
	CHECK(settle(&c, rising) < SAMPLES_MAX);
	CHECK_EQUAL(c.base, 7);
	climb_init(&c, 5, 60, 60);
	CHECK(settle(&c, flat) < SAMPLES_MAX);
	CHECK_EQUAL(c.base, 5);
}

TEST(climb_no_throughput_is_no_reason_to_stay_or_to_fail)
{
	struct climb c;

	climb_init(&c, 2, MOST, 500);
	for (unsigned i = 0; i < LONG; i++)
		CHECK(climb_sample(&c, 0) >= 2);
}

/* ---- settled ------------------------------------------------------------ */

/* At rest but for one probe in CLIMB_HOLD measurements, which is undone. */
TEST(climb_does_not_oscillate)
{
	struct climb c;
	uint32_t count, moves = 0;

	knee = 40;
	c = settled(bent, 3);
	count = c.base;
	for (unsigned i = 0; i < LONG; i++) {
		uint32_t next = climb_sample(&c, bent(count));

		moves += next != count;
		count = next;
	}
	/* Three pairs with more and three with fewer in each hold. */
	CHECK(moves <= 8 * (LONG / CLIMB_HOLD + 1));
	CHECK(c.base >= 28 && c.base <= 53);
}

TEST(climb_follows_a_load_that_shifts)
{
	struct climb c;
	uint32_t count;

	knee = 20;
	c = settled(bent, 4);
	count = c.base;
	CHECK(count >= 14 && count <= 27);
	for (knee = 120; c.base < 80 && c.trials < LONG; )
		count = climb_sample(&c, bent(count));
	CHECK(c.trials < 40);
	CHECK(settle(&c, bent) < SAMPLES_MAX);
	CHECK(c.base >= 80 && c.base <= 160);
	knee = 10;
	for (unsigned i = 0; i < LONG && c.base > 20; i++)
		count = climb_sample(&c, bent(count));
	CHECK(c.base <= 20);
}

TEST(climb_forced_begins_anew)
{
	struct climb c;

	knee = 30;
	c = settled(bent, 4);
	climb_force(&c, 500);
	CHECK_EQUAL(c.trial, 500);
	CHECK(settle(&c, bent) < SAMPLES_MAX);
	CHECK(c.base >= 21 && c.base <= 40);
}

/* ---- noise -------------------------------------------------------------- */

/* Forty per cent either way, as on a host that is busy: what it stands at is as
 * good as the best in nine runs of ten. */
TEST(climb_with_much_noise)
{
	unsigned good = 0, runs = 0;

	state = 88172645463325252; /* the same in each run */
	noise_percent = 40;
	for (knee = 8; knee <= 32; knee *= 2)
		for (unsigned i = 0; i < 100; i++, runs++) {
			struct climb c;
			uint32_t count = 2;

			climb_init(&c, 2, 80, count);
			for (unsigned k = 0; k < 150; k++)
				count = climb_sample(&c, noisy(bent(count)));
			good += bent(c.base) * 100 >= bent(knee) * 90;
		}
	CHECK(good * 10 >= runs * 9);
}
