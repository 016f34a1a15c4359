/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/flat.c: where a curve leaves the flat. */
#include "bench/conclusions/gate.h"
#include "bench/experiments/threads/threads.h"
#include "tests/unit/test.h"

/* k and what it took, in the first of two rounds. */
static struct threads_curve curve_of(const int64_t (*point)[2], unsigned points)
{
	struct threads_curve curve = { .points = points };

	for (unsigned i = 0; i < points; i++) {
		curve.point[i].k = (unsigned)point[i][0];
		curve.point[i].rounds = 2;
		curve.point[i].round[THREADS_TOOK][0] = point[i][1];
		curve.point[i].round[THREADS_TOOK][1] = 1;
	}
	return curve;
}

static const int64_t rising[][2] = {
	{ 1, 1000 }, { 5, 1000 }, { 10, 1100 }, { 20, 1400 }, { 40, 2800 } };

TEST(threads_curve_is_flat_up_to_a_quarter_more)
{
	struct threads_curve curve = curve_of(rising, 5);

	CHECK_EQUAL(threads_flat_to(&curve, 0), 15000); /* half of the way */
	curve.point[3].round[THREADS_TOOK][0] = 1250; /* is not more */
	CHECK_EQUAL(threads_flat_to(&curve, 0), 20000);
	curve.point[1].round[THREADS_TOOK][0] = 2000;
	CHECK_EQUAL(threads_flat_to(&curve, 0), 2000);
}

TEST(threads_curve_that_never_rises_is_flat_for_ever)
{
	struct threads_curve curve = curve_of(rising, 5);

	CHECK_EQUAL(threads_flat_to(&curve, 1), GATE_NEVER);
	curve = curve_of(rising, 1);
	CHECK_EQUAL(threads_flat_to(&curve, 0), GATE_NEVER);
}

TEST(threads_curve_with_a_disturbed_point_on_the_way_is_no_round)
{
	struct threads_curve curve = curve_of(rising, 5);

	curve.point[4].disturbed[0] = true; /* beyond it */
	curve.point[2].disturbed[1] = true; /* another round */
	CHECK_EQUAL(threads_flat_to(&curve, 0), 15000);
	for (unsigned i = 0; i < 4; i++) {
		curve.point[i].disturbed[0] = true;
		CHECK_EQUAL(threads_flat_to(&curve, 0), GATE_NO_ROUND);
		curve.point[i].disturbed[0] = false;
	}
	curve.point[3].rounds = 0;
	CHECK_EQUAL(threads_flat_to(&curve, 0), GATE_NO_ROUND);
	curve.points = 0;
	CHECK_EQUAL(threads_flat_to(&curve, 0), GATE_NO_ROUND);
}
