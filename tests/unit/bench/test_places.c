/* SPDX-License-Identifier: MIT */
/* bench/conditions/core_pairs.c: pairs named, and few cores chosen from machines of many. */
#include <string.h>

#include "bench/conditions/core_pairs.h"
#include "tests/unit/test.h"

#define MANY 256u
#define MOST 8u

static struct machine_core_info drawn[MANY];

static const struct machine_core_info *core(unsigned c)
{
	return &drawn[c];
}

/* Two packages of two dies each, and two threads a core. */
static void draw(unsigned cores)
{
	for (unsigned c = 0; c < cores; c++)
		drawn[c] = (struct machine_core_info){
			.package = (int)(c / (cores / 2)),
			.die = (int)(c / (cores / 4)), .core_id = (int)c / 2,
			.thread = (int)c % 2,
		};
}

TEST(places_are_named_from_near_to_far)
{
	draw(16);
	CHECK_EQUAL(place_between(core(0), core(1)), PLACE_CORE);
	CHECK_EQUAL(place_between(core(0), core(2)), PLACE_DIE);
	CHECK_EQUAL(place_between(core(0), core(4)), PLACE_PACKAGE);
	CHECK_EQUAL(place_between(core(0), core(8)), PLACE_MACHINE);
	for (unsigned a = 0; a < 16; a++)
		for (unsigned b = 0; b < 16; b++)
			CHECK_EQUAL(place_between(core(a), core(b)),
				    place_between(core(b), core(a)));
	drawn[3].package = -1;
	CHECK_EQUAL(place_between(core(2), core(3)), PLACE_UNKNOWN);
	CHECK_EQUAL(place_between(core(3), core(2)), PLACE_UNKNOWN);
}

static enum place between(struct machine_core_info a,
			  struct machine_core_info b)
{
	CHECK_EQUAL(place_between(&a, &b), place_between(&b, &a));
	return place_between(&a, &b);
}

static struct machine_core_info at(int package, int die, int core_id)
{
	return (struct machine_core_info){
		.package = package, .die = die, .core_id = core_id };
}

TEST(places_are_told_by_the_outermost_difference)
{
	CHECK_EQUAL(between(at(0, 0, 3), at(0, 0, 3)), PLACE_CORE);
	CHECK_EQUAL(between(at(0, 0, 3), at(0, 1, 3)), PLACE_PACKAGE);
	CHECK_EQUAL(between(at(0, 0, 3), at(1, 0, 3)), PLACE_MACHINE);
	CHECK_EQUAL(between(at(0, 0, 3), at(1, 1, 4)), PLACE_MACHINE);
}

/* Else two cores of an unknown place would pass for threads of one. */
TEST(places_of_unknown_cores_are_not_the_nearest)
{
	CHECK_EQUAL(between(at(-1, -1, -1), at(-1, -1, -1)), PLACE_UNKNOWN);
	CHECK_EQUAL(between(at(0, -1, -1), at(0, -1, -1)), PLACE_DIE);
	CHECK_EQUAL(between(at(0, -1, 1), at(0, -1, 1)), PLACE_CORE);
}

TEST(places_have_names)
{
	for (enum place place = 0; place < PLACES; place++) {
		CHECK(strlen(place_name(place)) > 0);
		for (enum place other = 0; other < place; other++)
			CHECK(strcmp(place_name(place), place_name(other)));
	}
}

TEST(places_partner_is_the_first_at_its_place)
{
	draw(16);
	CHECK_EQUAL(places_partner(16, PLACE_CORE, core), 1);
	CHECK_EQUAL(places_partner(16, PLACE_DIE, core), 2);
	CHECK_EQUAL(places_partner(16, PLACE_PACKAGE, core), 4);
	CHECK_EQUAL(places_partner(16, PLACE_MACHINE, core), 8);
	CHECK_EQUAL(places_partner(8, PLACE_MACHINE, core), 0);
	for (enum place place = 0; place < PLACES; place++)
		CHECK_EQUAL(places_partner(1, place, core), 0);
}

TEST(places_choose_all_where_they_fit)
{
	unsigned chosen[MOST];

	for (unsigned cores = 1; cores <= MOST; cores++) {
		CHECK_EQUAL(places_choose(chosen, MOST, cores, core), cores);
		for (unsigned i = 0; i < cores; i++)
			CHECK_EQUAL(chosen[i], i);
	}
}

TEST(places_chosen_are_different_and_of_every_kind)
{
	for (unsigned cores = 16; cores <= MANY; cores += 16) {
		unsigned chosen[MOST], seen = 0;

		draw(cores);
		CHECK_EQUAL(places_choose(chosen, MOST, cores, core), MOST);
		CHECK_EQUAL(chosen[0], 0);
		for (unsigned i = 1; i < MOST; i++) {
			CHECK(chosen[i] > chosen[i - 1]);
			CHECK(chosen[i] < cores);
			seen |= 1u << place_between(core(0), core(chosen[i]));
		}
		CHECK_EQUAL(seen, (1u << PLACE_UNKNOWN) - 1);
		CHECK(chosen[MOST - 1] > cores / 2);
	}
}

TEST(places_chosen_of_one_more_than_fit)
{
	unsigned chosen[MOST];

	draw(16);
	CHECK_EQUAL(places_choose(chosen, MOST, MOST + 1, core), MOST);
}
