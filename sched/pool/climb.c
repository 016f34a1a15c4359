/* SPDX-License-Identifier: MIT */
#include "sched/pool/climb.h"

#define FIRST_STEP 4u    /* 1 / 4 of the count */
#define LAST_STEP 16u    /* 1 / 16 */
#define GAIN 4u          /* 1 / 4 of what the count grew by */
#define OFF_IN_A_ROW 2u

static uint32_t share(uint32_t count, uint32_t part)
{
	return count / part ? count / part : 1;
}

static void measure(struct climb *c, uint32_t count)
{
	c->trial = count;
	c->seen = 0;
}

void climb_force(struct climb *c, uint32_t count)
{
	c->base = count;
	c->step = share(count, FIRST_STEP);
	c->up = true;
	c->turned = c->settled = c->probing = false;
	c->base_rate = c->best_rate = 0;
	c->held = c->off = 0;
	measure(c, count);
}

void climb_init(struct climb *c, uint32_t least, uint32_t most, uint32_t count)
{
	*c = (struct climb){ .least = least, .most = most };
	climb_force(c, count);
}

static void settle(struct climb *c)
{
	c->settled = true;
	c->probing = false;
	c->held = c->off = 0;
	measure(c, c->base);
}

/* The count one step away, within the bounds. */
static uint32_t target(const struct climb *c)
{
	uint32_t down = c->step < share(c->base, 2) ? c->step
						    : share(c->base, 2);

	if (c->up)
		return c->most - c->base < c->step ? c->most
						   : c->base + c->step;
	return c->base - c->least < down ? c->least : c->base - down;
}

/* The other direction; once both have failed, a smaller step. */
static void turn_around(struct climb *c)
{
	c->up = !c->up;
	if (c->turned)
		c->step /= 2;
	c->turned = !c->turned;
}

/* Goes on to the next count that differs, or settles. */
static void next_trial(struct climb *c)
{
	while (c->step >= share(c->base, LAST_STEP)) {
		if (target(c) != c->base) {
			c->trials++;
			measure(c, target(c));
			return;
		}
		turn_around(c);
	}
	settle(c);
}

static bool pays(const struct climb *c, uint64_t rate)
{
	uint64_t more = c->trial - c->base, needed;

	if (!c->up)
		return rate + c->best_rate / CLIMB_TOLERANCE >= c->best_rate;
	needed = c->base_rate * more / c->base / GAIN;
	if (needed < c->base_rate / CLIMB_TOLERANCE)
		needed = c->base_rate / CLIMB_TOLERANCE;
	return rate > c->base_rate + needed;
}

static void keep(struct climb *c, uint64_t rate)
{
	c->base = c->trial;
	c->base_rate = rate;
	if (c->up || rate > c->best_rate)
		c->best_rate = rate;
	c->step = c->turned ? c->step : c->step * 2;
	c->probing = false;
}

static bool off_by(uint64_t a, uint64_t b, uint32_t part)
{
	return (a > b ? a - b : b - a) > b / part;
}

/* Settled: is it still true? */
static void watch(struct climb *c, uint64_t rate)
{
	c->off = off_by(rate, c->base_rate, CLIMB_SHIFT) ? c->off + 1 : 0;
	if (c->off == OFF_IN_A_ROW) {
		climb_force(c, c->base);
		return;
	}
	if (++c->held < CLIMB_HOLD) {
		measure(c, c->base);
		return;
	}
	c->settled = false;
	c->probing = true;
	c->step = share(c->base, FIRST_STEP);
	c->up = true;
	c->turned = false;
	c->base_rate = c->best_rate = rate;
	next_trial(c);
}

static void judge(struct climb *c, uint64_t rate)
{
	if (c->trial == c->base) { /* where all others start from */
		c->base_rate = c->best_rate = rate;
	} else if (pays(c, rate)) {
		keep(c, rate);
	} else if (c->probing && c->turned) {
		settle(c);
		return;
	} else {
		turn_around(c);
		if (!c->turned) { /* was it luck that base is the best? */
			measure(c, c->base);
			return;
		}
	}
	next_trial(c);
}

/* Neither the largest nor the smallest. */
static uint64_t middle(const uint64_t rate[CLIMB_SAMPLES])
{
	uint64_t a = rate[0], b = rate[1], c = rate[2];

	if ((a <= b) == (b <= c))
		return b;
	return (b <= a) == (a <= c) ? a : c;
}

uint32_t climb_sample(struct climb *c, uint64_t rate)
{
	if (c->seen++)
		c->sample[c->seen - 2] = rate;
	if (c->seen <= CLIMB_SAMPLES)
		return c->trial;
	rate = middle(c->sample);
	if (c->settled)
		watch(c, rate);
	else
		judge(c, rate);
	return c->trial;
}
