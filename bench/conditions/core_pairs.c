/* SPDX-License-Identifier: MIT */
#include "bench/conditions/core_pairs.h"

static const char *const name[DISTANCES] = {
	[DISTANCE_CORE] = "threads of one core",
	[DISTANCE_DIE] = "cores of one die",
	[DISTANCE_PACKAGE] = "dies of one package",
	[DISTANCE_MACHINE] = "two packages",
	[DISTANCE_UNKNOWN] = "places unknown",
};

const char *distance_name(enum distance distance)
{
	return name[distance];
}

enum distance distance_between(const struct machine_core_info *a,
			       const struct machine_core_info *b)
{
	if (a->package < 0 || b->package < 0)
		return DISTANCE_UNKNOWN;
	if (a->package != b->package)
		return DISTANCE_MACHINE;
	if (a->die != b->die)
		return DISTANCE_PACKAGE;
	if (a->core_id != b->core_id || a->core_id < 0)
		return DISTANCE_DIE;
	return DISTANCE_CORE;
}

unsigned core_pairs_partner(unsigned cores, enum distance distance,
			    core_pairs_fn *core)
{
	for (unsigned c = 1; c < cores; c++)
		if (distance_between(core(0), core(c)) == distance)
			return c;
	return 0;
}

unsigned core_pairs_next(unsigned cores, unsigned partner, core_pairs_fn *core)
{
	enum distance distance = 0;
	unsigned next = 0;

	if (partner)
		distance = distance_between(core(0), core(partner)) + 1;
	while (!next && distance < DISTANCES)
		next = core_pairs_partner(cores, distance++, core);
	return next;
}

/* ---- who stands for many ----------------------------------------------- */

static bool picked[MACHINE_MAX_CORES];

static unsigned pick(unsigned core)
{
	bool again = picked[core];

	picked[core] = true;
	return !again;
}

/* Core 0 and the first at each distance seen from it. Returns how many. */
static unsigned pick_distances(unsigned cores, core_pairs_fn *core)
{
	unsigned count = pick(0);

	for (enum distance distance = 0; distance < DISTANCES; distance++)
		count += pick(core_pairs_partner(cores, distance, core));
	return count;
}

/* `more` cores evenly spread over the machine, each the next that is free:
 * there are enough of them. */
static void pick_spread(unsigned more, unsigned cores)
{
	for (unsigned i = 1; i <= more; i++) {
		unsigned c = i * cores / (more + 1);

		while (picked[c])
			c = (c + 1) % cores;
		pick(c);
	}
}

unsigned core_pairs_choose(unsigned *chosen, unsigned most, unsigned cores,
			   core_pairs_fn *core)
{
	unsigned count = 0;

	for (unsigned c = 0; c < cores; c++)
		picked[c] = cores <= most;
	if (cores > most)
		pick_spread(most - pick_distances(cores, core), cores);
	for (unsigned c = 0; c < cores; c++)
		if (picked[c])
			chosen[count++] = c;
	return count;
}
