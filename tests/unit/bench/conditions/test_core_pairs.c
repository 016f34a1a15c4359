/* SPDX-License-Identifier: MIT */
/* Pairs of cores are named, and few are chosen from machines of many. */
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

TEST(core_pairs_are_told_by_the_outermost_difference)
{
	static const struct {
		struct { int package, die, core_id; } a, b;
		enum distance distance;
	} rows[] = {
		{ { 0, 0, 3 }, { 0, 0, 3 }, DISTANCE_CORE },
		{ { 0, 0, 3 }, { 0, 0, 4 }, DISTANCE_DIE },
		{ { 0, 0, 3 }, { 0, 1, 3 }, DISTANCE_PACKAGE },
		{ { 0, 0, 3 }, { 1, 0, 3 }, DISTANCE_MACHINE },
		{ { 0, 0, 3 }, { 1, 1, 4 }, DISTANCE_MACHINE },
		/* Else two unknown cores would pass for threads of one. */
		{ { -1, -1, -1 }, { -1, -1, -1 }, DISTANCE_UNKNOWN },
		{ { 0, 0, 3 }, { -1, 0, 3 }, DISTANCE_UNKNOWN },
		{ { 0, -1, -1 }, { 0, -1, -1 }, DISTANCE_DIE },
		{ { 0, -1, 1 }, { 0, -1, 1 }, DISTANCE_CORE },
	};

	EACH_ROW(i, rows) {
		const struct machine_core_info a = {
			.package = rows[i].a.package, .die = rows[i].a.die,
			.core_id = rows[i].a.core_id };
		const struct machine_core_info b = {
			.package = rows[i].b.package, .die = rows[i].b.die,
			.core_id = rows[i].b.core_id };

		CHECK_EQUAL(distance_between(&a, &b), rows[i].distance);
		CHECK_EQUAL(distance_between(&b, &a), rows[i].distance);
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
	draw(16);
	CHECK_EQUAL(core_pairs_choose(chosen, MOST, MOST + 1, core), MOST);
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
