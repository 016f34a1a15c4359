/* SPDX-License-Identifier: MIT */
#include "bench/conditions/core_pairs.h"

static const char *const name[PLACES] = {
	[PLACE_CORE] = "threads of one core",
	[PLACE_DIE] = "cores of one die",
	[PLACE_PACKAGE] = "dies of one package",
	[PLACE_MACHINE] = "two packages",
	[PLACE_UNKNOWN] = "places unknown",
};

const char *place_name(enum place place)
{
	return name[place];
}

enum place place_between(const struct machine_core_info *a,
			 const struct machine_core_info *b)
{
	if (a->package < 0 || b->package < 0)
		return PLACE_UNKNOWN;
	if (a->package != b->package)
		return PLACE_MACHINE;
	if (a->die != b->die)
		return PLACE_PACKAGE;
	if (a->core_id != b->core_id || a->core_id < 0)
		return PLACE_DIE;
	return PLACE_CORE;
}

unsigned places_partner(unsigned cores, enum place place, places_fn *core)
{
	for (unsigned c = 1; c < cores; c++)
		if (place_between(core(0), core(c)) == place)
			return c;
	return 0;
}

/* ---- who stands for many ----------------------------------------------- */

static bool picked[MACHINE_MAX_CORES];

static unsigned pick(unsigned core)
{
	bool again = picked[core];

	picked[core] = true;
	return !again;
}

/* Core 0 and the first at each place seen from it. Returns how many. */
static unsigned pick_places(unsigned cores, places_fn *core)
{
	unsigned count = pick(0);

	for (enum place place = 0; place < PLACES; place++)
		count += pick(places_partner(cores, place, core));
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

unsigned places_choose(unsigned *chosen, unsigned most, unsigned cores,
		       places_fn *core)
{
	unsigned count = 0;

	for (unsigned c = 0; c < cores; c++)
		picked[c] = cores <= most;
	if (cores > most)
		pick_spread(most - pick_places(cores, core), cores);
	for (unsigned c = 0; c < cores; c++)
		if (picked[c])
			chosen[count++] = c;
	return count;
}
