/* SPDX-License-Identifier: MIT */
/* bench/config/settings.c: how many samples, and whose; scale.c: published
 * time and time here. */
#include "bench/config/settings.h"

#include "bench/config/scale.h"
#include "kernel/ticks.h"
#include "tests/unit/test.h"

TEST(settings_many_cores_share_the_samples)
{
	struct settings s = { .samples = 3000, .samples_shared = true };

	CHECK_EQUAL(settings_samples(&s, 4), 3000);
	CHECK_EQUAL(settings_samples(&s, 8), 1500);
	CHECK_EQUAL(settings_samples(&s, 1024), 500); /* the least */
	s.samples_shared = false; /* asked for */
	CHECK_EQUAL(settings_samples(&s, 1024), 3000);
	s.samples = 40;
	CHECK_EQUAL(settings_samples(&s, 1), 40);
}

static bool wants(const char *variants, const char *variant)
{
	return settings_wants(&(struct settings){ .variants = variants },
			      variant);
}

TEST(settings_take_the_rows_of_a_subject_one_row_or_all_that_begin_so)
{
	CHECK(wants("", "mcs/pair"));
	CHECK(wants("tas,mcs", "mcs/pair"));
	CHECK(!wants("tas,mc", "mcs/pair"));
	CHECK(!wants("mcs/pairs", "mcs/pair"));
	CHECK(!wants("mcs.", "mcs/pair"));
	CHECK(wants("mcs/pair.", "mcs/pair"));
	CHECK(!wants(".", "mcs/pair"));
	CHECK(wants("ticket", "ticket/wait"));
	CHECK(!wants("ticket", "ticket/prop"));      /* another lock */
	CHECK(!wants("ticket", "ticket/prop/wait"));
	CHECK(wants("ticket/prop", "ticket/prop/wait"));
	CHECK(!wants("shared", "shared/mcs"));       /* with another lock */
	CHECK(wants("barrier", "barrier/central"));  /* a group */
	CHECK(wants("tic*", "ticket/prop/wait"));
	CHECK(wants("shared/*", "shared/mcs"));
	CHECK(!wants("shared/*", "shared"));
	CHECK(wants("*", "mcs"));
}

TEST(settings_take_a_row_of_the_full_suite_where_it_is_asked_for)
{
	struct settings s = { .variants = "" };

	CHECK(settings_wants_row(&s, "mcs", false));
	CHECK(!settings_wants_row(&s, "mcs", true));
	s.full = true;
	CHECK(settings_wants_row(&s, "mcs", true));
	s.full = false;
	s.variants = "mcs";
	CHECK(settings_wants_row(&s, "mcs", true));
	CHECK(!settings_wants_row(&s, "tas", false));
}

TEST(scale_divides_and_takes_back)
{
	CHECK_EQUAL(scale_divisor(), 1000); /* the option's, when absent */
	CHECK(!scale_given());
	CHECK_EQUAL(scale_ticks(5000), ticks_of_ms(5));
	CHECK_EQUAL(scale_ms(ticks_of_ms(5)), 5000);
	scale_use(10);
	CHECK_EQUAL(scale_ticks(5000), ticks_of_ms(500));
	CHECK_EQUAL(scale_ms(ticks_of_ms(500)), 5000);
	scale_use(0);
	CHECK_EQUAL(scale_divisor(), 1000);
}

TEST(scale_leaves_at_least_a_tick)
{
	CHECK_EQUAL(scale_ticks(0), 1);
}
