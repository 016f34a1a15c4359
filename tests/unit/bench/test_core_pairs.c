/* SPDX-License-Identifier: MIT */
/* Pairs of cores are named, and few are chosen from machines of many. */
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

TEST(core_pairs_are_named_from_near_to_far)
{
	draw(16);
	CHECK_EQUAL(distance_between(core(0), core(1)), DISTANCE_CORE);
	CHECK_EQUAL(distance_between(core(0), core(2)), DISTANCE_DIE);
	CHECK_EQUAL(distance_between(core(0), core(4)), DISTANCE_PACKAGE);
	CHECK_EQUAL(distance_between(core(0), core(8)), DISTANCE_MACHINE);
	for (unsigned a = 0; a < 16; a++)
		for (unsigned b = 0; b < 16; b++)
			CHECK_EQUAL(distance_between(core(a), core(b)),
				    distance_between(core(b), core(a)));
	drawn[3].package = -1;
	CHECK_EQUAL(distance_between(core(2), core(3)), DISTANCE_UNKNOWN);
	CHECK_EQUAL(distance_between(core(3), core(2)), DISTANCE_UNKNOWN);
}

static enum distance between(struct machine_core_info a,
			     struct machine_core_info b)
{
	CHECK_EQUAL(distance_between(&a, &b), distance_between(&b, &a));
	return distance_between(&a, &b);
}

static struct machine_core_info at(int package, int die, int core_id)
{
	return (struct machine_core_info){
		.package = package, .die = die, .core_id = core_id };
}

TEST(core_pairs_are_told_by_the_outermost_difference)
{
	CHECK_EQUAL(between(at(0, 0, 3), at(0, 0, 3)), DISTANCE_CORE);
	CHECK_EQUAL(between(at(0, 0, 3), at(0, 1, 3)), DISTANCE_PACKAGE);
	CHECK_EQUAL(between(at(0, 0, 3), at(1, 0, 3)), DISTANCE_MACHINE);
	CHECK_EQUAL(between(at(0, 0, 3), at(1, 1, 4)), DISTANCE_MACHINE);
}

/* Else two cores of an unknown distance would pass for threads of one. */
TEST(core_pairs_of_unknown_cores_are_not_the_nearest)
{
	CHECK_EQUAL(between(at(-1, -1, -1), at(-1, -1, -1)), DISTANCE_UNKNOWN);
	CHECK_EQUAL(between(at(0, -1, -1), at(0, -1, -1)), DISTANCE_DIE);
	CHECK_EQUAL(between(at(0, -1, 1), at(0, -1, 1)), DISTANCE_CORE);
}

TEST(core_pairs_have_names)
{
	for (enum distance distance = 0; distance < DISTANCES; distance++) {
		CHECK(strlen(distance_name(distance)) > 0);
		for (enum distance other = 0; other < distance; other++)
			CHECK(strcmp(distance_name(distance),
				     distance_name(other)));
	}
}

TEST(core_pairs_partner_is_the_first_at_its_place)
{
	draw(16);
	CHECK_EQUAL(core_pairs_partner(16, DISTANCE_CORE, core), 1);
	CHECK_EQUAL(core_pairs_partner(16, DISTANCE_DIE, core), 2);
	CHECK_EQUAL(core_pairs_partner(16, DISTANCE_PACKAGE, core), 4);
	CHECK_EQUAL(core_pairs_partner(16, DISTANCE_MACHINE, core), 8);
	CHECK_EQUAL(core_pairs_partner(8, DISTANCE_MACHINE, core), 0);
	for (enum distance distance = 0; distance < DISTANCES; distance++)
		CHECK_EQUAL(core_pairs_partner(1, distance, core), 0);
}

TEST(core_pairs_choose_all_where_they_fit)
{
	unsigned chosen[MOST];

	for (unsigned cores = 1; cores <= MOST; cores++) {
		CHECK_EQUAL(core_pairs_choose(chosen, MOST, cores, core),
			    cores);
		for (unsigned i = 0; i < cores; i++)
			CHECK_EQUAL(chosen[i], i);
	}
}

TEST(core_pairs_chosen_are_different_and_of_every_kind)
{
	for (unsigned cores = 16; cores <= MANY; cores += 16) {
		unsigned chosen[MOST], seen = 0;

		draw(cores);
		CHECK_EQUAL(core_pairs_choose(chosen, MOST, cores, core), MOST);
		CHECK_EQUAL(chosen[0], 0);
		for (unsigned i = 1; i < MOST; i++) {
			CHECK(chosen[i] > chosen[i - 1]);
			CHECK(chosen[i] < cores);
			seen |= 1u << distance_between(core(0),
						       core(chosen[i]));
		}
		CHECK_EQUAL(seen, (1u << DISTANCE_UNKNOWN) - 1);
		CHECK(chosen[MOST - 1] > cores / 2);
	}
}

TEST(core_pairs_chosen_of_one_more_than_fit)
{
	unsigned chosen[MOST];

	draw(16);
	CHECK_EQUAL(core_pairs_choose(chosen, MOST, MOST + 1, core), MOST);
}
