/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/dispatch.c: what is done with the cells of a
 * length. Their passes are played. */
#include "bench/bench.h"
#include "bench/experiments/dispatch/shape.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

static unsigned stamped, recorded, wrong_from; /* 0: none is */

static bool play_stamped(void)
{
	return ++stamped != wrong_from;
}

#define dispatch_measure_free(group, point) ((void)(group), (void)(point), true)
#define dispatch_measure_stamped(group, cell) play_stamped()
#define dispatch_record_cell(group, cell, all) ((void)recorded++)
#include "bench/experiments/dispatch/dispatch.c"

static bool measure(unsigned wrong)
{
	static struct dispatch_group g = { .cores = 1, .subjects = 4 };
	static const struct executor_kind kind = { .name = "played" };
	const struct settings settings = { .cores = 2 };

	for (unsigned s = 0; s < 4; s++) {
		g.subject[s].kind = &kind;
		g.cell[s][0] = (struct dispatch_cell){
			.subject = s == 1 ? NULL : &g.subject[s], .cores = 1 };
	}
	stamped = recorded = 0;
	wrong_from = wrong;
	return measure_point(&settings, &g, 0);
}

TEST(dispatch_cells_that_are_planned_are_all_recorded)
{
	CHECK(measure(0));
	CHECK_EQUAL(stamped, 3);
	CHECK_EQUAL(recorded, 3);
}

TEST(dispatch_cell_that_is_wrong_with_stamps_ends_its_length)
{
	CHECK(!measure(2));
	CHECK_EQUAL(stamped, 2);
	CHECK_EQUAL(recorded, 1);
}
