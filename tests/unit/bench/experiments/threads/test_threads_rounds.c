/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/rounds.c: what the host gets of a curve and of the
 * nights. */
#include "bench/experiments/threads/threads.h"

#include <string.h>

#include "bench/report/quantity.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct threads_plan plan = { .cores = 1, .steps = 14,
					  .cpu_ms = 396, .cpu = 7000 };

static const struct threads_design design = { .name = "mine" };

/* Three points of two rounds: k and the round in the figure. */
static struct threads_curve make(void)
{
	static const unsigned k[] = { 1, 5, 18 };
	struct threads_curve curve = { .design = &design, .points = 3 };

	for (unsigned i = 0; i < 3; i++) {
		struct threads_point *p = &curve.point[i];

		p->k = k[i];
		p->workers = 2 * k[i];
		p->rounds = 2;
		for (unsigned c = 0; c < THREADS_COLUMNS; c++)
			for (unsigned r = 0; r < 2; r++)
				p->round[c][r] = 100000 * (c + 1) +
						 k[i] * 10 + r;
	}
	return curve;
}

static bool says(unsigned record, const char *text)
{
	return record < fake.records && strstr(fake.record[record], text);
}

/* Of sleeping tasks all points, of computing ones its ends. */
TEST(threads_curve_has_points_of_clean_rounds)
{
	struct threads_curve curve = make();

	curve.point[1].disturbed[1] = true;
	threads_record_curve(&plan, &curve, THREADS_SLEEPING);
	CHECK(says(0, "\"variant\":\"mine\",\"cores\":1,"
		      "\"params\":{\"workers\":36}"));
	CHECK(says(0, "\"k\":[1,5,18],\"rounds\":[100010,100011],"
		      "\"further_rounds\":[[100050,null],[100180,100181]],"
		      "\"share_ppm_rounds\":[600010,600011]"));
	CHECK(!says(0, "late_rounds"));
	threads_record_curve(&plan, &curve, THREADS_PURE);
	CHECK(says(1, "\"variant\":\"mine/pure\""));
	CHECK(says(1, "\"k\":[1,18],\"rounds\":[100010,100011],"
		      "\"further_rounds\":[[100180,100181]],"
		      "\"earliest_rounds\":[200180,200181],"
		      "\"late_rounds\":[500180,500181]"));
	CHECK(!says(1, "share_ppm"));
	curve.points = 1;
	threads_record_curve(&plan, &curve, THREADS_PURE);
	CHECK(says(2, "\"k\":[1],\"rounds\":[100010,100011],"
		      "\"further_rounds\":[],"));
	threads_record_task(&plan); /* what all is reckoned with */
	CHECK(says(3, "\"cpu_ms\":396,\"steps\":14}"));
	CHECK(says(3, "\"rounds\":[7000]"));
}

TEST(threads_nights_that_woke_sleepers_say_how_late)
{
	struct threads_asleep asleep = { .sleepers = 600, .rounds = 2 };

	threads_record_nights(1, &(struct threads_asleep){ .rounds = 0 });
	threads_record_nights(1, &(struct threads_asleep){ .rounds = 2,
							   .wrong = true });
	CHECK_EQUAL(fake.records, 0);
	for (unsigned n = 0; n < THREADS_NIGHTS; n++)
		for (unsigned r = 0; r < 2; r++) {
			asleep.round[n][r] = 50 + n;
			asleep.late[n][r] = 70 + n;
		}
	asleep.round[THREADS_ONCE][1] = QUANTITY_NONE;
	asleep.late[THREADS_ONCE][1] = QUANTITY_NONE;
	threads_record_nights(1, &asleep);
	CHECK_EQUAL(fake.records, THREADS_NIGHTS);
	CHECK(says(THREADS_ALONE, "{\"sleepers\":0}"));
	CHECK(says(THREADS_BESIDE, "{\"sleepers\":600}"));
	CHECK(says(THREADS_BESIDE, "\"rounds\":[51,51]"));
	CHECK(!says(THREADS_BESIDE, "late_rounds"));
	CHECK(says(THREADS_ONCE, "\"rounds\":[52,null],"
				 "\"late_rounds\":[72,null]"));
	CHECK(says(THREADS_RANDOM, "\"late_rounds\":[73,73]"));
}
