/* SPDX-License-Identifier: MIT */
#include "sched/pool/climb.h"

#define WORTH 15u        /* per cent of what the count grew by */
#define LAST_PART 4u     /* the last step is 1 / 4 of the count */
#define PROBE_PART 2u
#define LEAD 3           /* pairs, of those that say yes over the others */
#define OFF_IN_A_ROW 4u
#define BLEND 4u

static uint32_t share(uint32_t count, uint32_t part)
{
	return count / part ? count / part : 1;
}

/* ---- a comparison: pairs of samples -------------------------------------- */

/* A mean that forgets: 0 is none yet. */
static void blend(uint64_t *mean, uint64_t rate)
{
	*mean = *mean ? *mean - *mean / BLEND + rate / BLEND : rate;
}

static void compare(struct climb *c, uint32_t other)
{
	c->other_rate = 0;
	c->other = other;
	c->lead = 0;
	c->pairs = 0;
	c->second = false;
	c->trial = c->base;
	c->trials++;
}

/* Whether the larger of two counts is worth its workers. */
static bool worth(uint32_t few, uint64_t low, uint32_t many, uint64_t high)
{
	return high > low &&
	       (high - low) * few * 100 > low * (many - few) * WORTH;
}

/* Whether `other` is better, by this pair alone. */
static bool better(const struct climb *c, uint64_t base, uint64_t other)
{
	if (c->other > c->base)
		return worth(c->base, base, c->other, other);
	return !worth(c->other, other, c->base, base);
}

enum verdict { OPEN, YES, NO };

static enum verdict judge_pair(struct climb *c, uint64_t base, uint64_t other)
{
	blend(&c->base_rate, base);
	blend(&c->other_rate, other);
	c->lead += better(c, base, other) ? 1 : -1;
	if (++c->pairs < CLIMB_PAIRS && c->lead < LEAD && c->lead > -LEAD)
		return OPEN;
	return c->lead > 0 ? YES : NO;
}

/* Low, high, high, low: the count changes at every second sample only. */
static enum verdict compare_sample(struct climb *c, uint64_t rate)
{
	uint64_t first = c->first_rate;

	if (!c->second) {
		c->first_rate = rate;
		c->second = true;
		c->trial = c->trial == c->base ? c->other : c->base;
		return OPEN;
	}
	c->second = false;
	return c->trial == c->base ? judge_pair(c, rate, first)
				   : judge_pair(c, first, rate);
}

/* ---- the search ----------------------------------------------------------- */

static void settle(struct climb *c)
{
	c->settled = true;
	c->probing = false;
	c->held = c->off = 0;
	c->trial = c->other = c->base;
}

/* The count one step away, within the bounds; up and down by one factor. */
static uint32_t target(const struct climb *c)
{
	uint32_t up = share(c->base, c->part);
	uint32_t down = share(c->base, c->part + 1);

	if (c->up)
		return c->most - c->base < up ? c->most : c->base + up;
	return c->base - c->least < down ? c->least : c->base - down;
}

/* The other direction; once both have failed, a smaller step. */
static void turn_around(struct climb *c)
{
	c->up = !c->up;
	if (c->turned)
		c->part *= 2;
	c->turned = !c->turned;
}

/* Goes on to the next count that differs, or settles. */
static void next_trial(struct climb *c)
{
	while (c->part <= LAST_PART) {
		if (target(c) != c->base) {
			compare(c, target(c));
			return;
		}
		turn_around(c);
	}
	settle(c);
}

static void search(struct climb *c)
{
	c->up = true;
	c->turned = c->settled = c->probing = false;
	c->part = 1;
	next_trial(c);
}

void climb_force(struct climb *c, uint32_t count)
{
	c->base = count;
	c->base_rate = 0;
	c->held = c->off = 0;
	search(c);
}

void climb_init(struct climb *c, uint32_t least, uint32_t most, uint32_t count)
{
	*c = (struct climb){ .least = least, .most = most };
	climb_force(c, count);
	c->trials = 0;
}

/* Where it came from has lost already: the way back need not be tried. */
static void keep(struct climb *c)
{
	c->base = c->other;
	c->base_rate = c->other_rate;
	c->turned = true;
	c->probing = false;
	next_trial(c);
}

static void undo(struct climb *c)
{
	if (c->probing && c->turned) {
		settle(c);
		return;
	}
	turn_around(c);
	next_trial(c);
}

/* ---- settled -------------------------------------------------------------- */

static void probe(struct climb *c)
{
	c->settled = c->turned = false;
	c->probing = c->up = true;
	c->part = PROBE_PART;
	next_trial(c);
}

static bool off_by(uint64_t a, uint64_t b, uint32_t part)
{
	return (a > b ? a - b : b - a) > b / part;
}

/* Is it still true? */
static void watch(struct climb *c, uint64_t rate)
{
	c->off = off_by(rate, c->base_rate, CLIMB_SHIFT) ? c->off + 1 : 0;
	if (!c->off)
		blend(&c->base_rate, rate);
	if (c->off == OFF_IN_A_ROW)
		climb_force(c, c->base);
	else if (++c->held == CLIMB_HOLD)
		probe(c);
}

uint32_t climb_sample(struct climb *c, uint64_t rate)
{
	if (c->settled) {
		watch(c, rate);
		return c->trial;
	}
	switch (compare_sample(c, rate)) {
	case YES:
		keep(c);
		break;
	case NO:
		undo(c);
		break;
	case OPEN:
		break;
	}
	return c->trial;
}
