/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bench/wake.h"
#include "tests/host/test.h"

static struct machine_core_info at(int package, int die, int core_id)
{
	return (struct machine_core_info){
		.package = package, .die = die, .core_id = core_id };
}

static enum wake_distance between(struct machine_core_info a,
				  struct machine_core_info b)
{
	CHECK_EQUAL(wake_distance(&a, &b), wake_distance(&b, &a));
	return wake_distance(&a, &b);
}

TEST(wake_distance_is_told_by_the_outermost_difference)
{
	CHECK_EQUAL(between(at(0, 0, 3), at(0, 0, 3)), WAKE_SAME_CORE);
	CHECK_EQUAL(between(at(0, 0, 3), at(0, 0, 4)), WAKE_SAME_DIE);
	CHECK_EQUAL(between(at(0, 0, 3), at(0, 1, 3)), WAKE_SAME_PACKAGE);
	CHECK_EQUAL(between(at(0, 0, 3), at(1, 0, 3)), WAKE_OTHER_PACKAGE);
	CHECK_EQUAL(between(at(0, 0, 3), at(1, 1, 4)), WAKE_OTHER_PACKAGE);
}

/* Else two cores of an unknown place would pass for threads of one. */
TEST(wake_distance_of_unknown_cores_is_not_the_nearest)
{
	CHECK_EQUAL(between(at(-1, -1, -1), at(-1, -1, -1)), WAKE_SAME_DIE);
	CHECK_EQUAL(between(at(0, -1, 1), at(0, -1, 1)), WAKE_SAME_CORE);
}

TEST(wake_distances_have_names)
{
	for (unsigned d = 0; d < WAKE_DISTANCES; d++) {
		CHECK(strlen(wake_distance_name(d)) > 0);
		for (unsigned other = 0; other < d; other++)
			CHECK(strcmp(wake_distance_name(d),
				     wake_distance_name(other)));
	}
}

/* The fake machine has one core: there is nobody to wake. */
TEST(wake_partner_is_never_core_0)
{
	for (unsigned d = 0; d < WAKE_DISTANCES; d++)
		CHECK_EQUAL(wake_partner(1, d), 0);
}

TEST(wake_sweeps_to_all_cores)
{
	struct settings quick = { .cores = 6 }, full = { .cores = 3,
							 .full = true };

	CHECK_EQUAL(wake_next_cores(&quick, 2), 4);
	CHECK_EQUAL(wake_next_cores(&quick, 4), 6);
	CHECK_EQUAL(wake_next_cores(&quick, 6), 0);
	CHECK_EQUAL(wake_next_cores(&full, 2), 3);
	CHECK_EQUAL(wake_next_cores(&full, 3), 0);
	quick.cores = 1;
	CHECK_EQUAL(wake_next_cores(&quick, 2), 0);
}
