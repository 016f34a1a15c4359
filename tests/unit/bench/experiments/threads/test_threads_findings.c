/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/findings.c: which point of which curve a published
 * row is set beside. */
#include "bench/conclusions/conclude.h"
#include "bench/conditions/timesharing.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define MOST 40u
#define NAME_MOST 48u

struct said {
	char name[NAME_MOST], id[NAME_MOST], side[2][NAME_MOST];
	char published[NAME_MOST];
	int64_t first[2]; /* of each subject's rounds */
};

static struct said said[MOST];
static unsigned count;

static void copy(char to[NAME_MOST], const char *text)
{
	format(to, NAME_MOST, "%s", text ? text : "");
}

static enum judgement take(const struct conclusion *c)
{
	struct said *own = &said[count++];

	copy(own->name, c->name);
	copy(own->id, c->published_id);
	copy(own->published, c->published);
	for (unsigned s = 0; s < 2 && s < c->subjects; s++) {
		copy(own->side[s], c->subject[s].name);
		own->first[s] = c->subject[s].round[0];
	}
	return JUDGED_NONE;
}

#define conclude(c) take(c)
#define timeshared() false
#define threads_report_findings apart_threads_report_findings
#include "bench/experiments/threads/findings.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define HZ 1000000u

static const struct threads_design designs[] = {
	{ .name = "fixed" }, { .name = "unbounded" }, { .name = "bounded" },
	{ .name = "gated" }, { .name = "steps" }, { .name = "virtual" } };

/* The published task: 3 s in 106 steps, with half a second after each. A round
 * takes k published seconds and a tenth for each design before. */
static void make(struct threads_results *r)
{
	static const unsigned k[] = { 1, 2, 5, 10, 18, 25 };

	r->designs = 6;
	for (unsigned which = 0; which < THREADS_CASES; which++) {
		for (unsigned d = 0; d < 6; d++) {
			struct threads_curve *c = &r->curve[which][d];

			c->design = &designs[d];
			c->points = 6;
			for (unsigned i = 0; i < 6; i++) {
				c->point[i].k = k[i];
				c->point[i].workers = d == 2 ? 36 : 2 * k[i];
				c->point[i].rounds = 1;
				c->point[i].round[THREADS_TOOK][0] =
					k[i] * HZ + d * HZ / 10;
			}
		}
	}
}

static const struct said *said_of(const char *name)
{
	static struct threads_results results;
	const struct threads_plan plan = { .cores = 2, .cpu_ms = 3000,
					   .steps = THREADS_STEPS,
					   .cpu = 3 * HZ };

	fake.clock.hz = HZ;
	scale_use(1);
	make(&results);
	count = 0;
	apart_threads_report_findings(&plan, &results);
	scale_use(0);
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(said[i].name, name))
			return &said[i];
	return NULL;
}

/* At 10 a core three fifths of the cores are asked for, at 18 all of them. */
TEST(threads_curves_are_flat_at_10_and_gated_at_18)
{
	static const char *const flat[] = {
		"flat_unbounded", "flat_bounded", "flat_gated", "flat_steps",
		"flat_virtual" };

	for (unsigned i = 0; i < 5; i++) {
		const struct said *one = said_of(flat[i]);

		CHECK(one && !strcmp(one->side[0], "1 a core"));
		CHECK(one && !strcmp(one->side[1], "10 a core"));
	}
	CHECK_EQUAL(said_of("gate")->first[0], 18300); /* gated */
	CHECK_EQUAL(said_of("gate")->first[1], 18100); /* unbounded */
}

TEST(threads_share_of_each_is_the_time_by_the_tasks_a_core)
{
	const struct said *each = said_of("pure_each");

	CHECK_EQUAL(each->first[0], 1000);
	CHECK_EQUAL(each->first[1], 1000);
	CHECK_EQUAL(said_of("pure_ratio")->first[0], 25000);
	CHECK_EQUAL(said_of("pure_ratio")->first[1], 25100);
}

/* No figure is known of these; saying one would be made up. */
TEST(threads_cases_without_a_published_figure_say_none)
{
	static const char *const cases[] = {
		"pure_virtual", "flat_bounded", "queue" };
	char id[NAME_MOST];

	for (unsigned i = 0; i < 3; i++) {
		const struct said *one = said_of(cases[i]);

		format(id, sizeof(id), "threads.%s", cases[i]);
		CHECK(one && !*one->published);
		CHECK(one && !strcmp(one->id, id));
	}
	CHECK(!strcmp(said_of("flat_gated")->published, "the same"));
	CHECK(!*said_of("bystander_virtual")->id);
}
