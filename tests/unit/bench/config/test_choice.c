/* SPDX-License-Identifier: MIT */
/* bench/config/{choice,settings,scale}.c: what is chosen of the experiments and
 * rows that test_names.c registers, and how much of it is done. */
#include "bench/config/choice.h"

#include <string.h>

#include "bench/config/scale.h"
#include "kernel/ticks.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(choice_has_all_or_those_that_are_named)
{
	static const struct {
		const char *chosen, *name;
		bool by_name_only, has;
	} rows[] = {
		{ "", "part", false, true },
		{ "queue,part", "part", false, true },
		{ "part,queue", "part", false, true },
		{ "queue,par,parts", "part", false, false },
		{ "", "alone", true, false },
		{ "part,alone", "alone", true, true },
	};

	EACH_ROW(i, rows) {
		const struct experiment experiment = {
			.name = rows[i].name,
			.by_name_only = rows[i].by_name_only };

		CHECK_EQUAL(choice_has(&(struct settings){
			.chosen = rows[i].chosen }, &experiment), rows[i].has);
	}
}

/* More sentences, of the experiments that there are: tests/twin/test_names.py. */
TEST(choice_complains_of_each_wrong_word)
{
	static const struct {
		const char *chosen, *variants;
		unsigned records;
		const char *first;
	} rows[] = {
		{ "", "", 0, "" }, { "part,queue", "mcs,tas,ring", 0, "" },
		{ "part", "mcs/pair", 0, "" }, { "", "clh", 0, "" },
		{ "part", "clh", 1, "\"bad_variant\"" },
		{ "prt", "", 1, "\"bad_experiment\",\"text\":\"bench=prt: no "
		  "experiment is called 'prt' (did you mean 'part'?); there "
		  "are: a_users_own another_users part queue the_floor "
		  "the_work_queue whole_a whole_b\"" },
		{ "part", "tass", 1, "\"bad_variant\",\"text\":\"variant=tass: "
		  "no variant of part is called 'tass' (did you mean 'tas'?); "
		  "there are: mcs tas ring some else\"" },
		{ "part", "mcs.", 1, "\"bad_variant\",\"text\":\"variant=mcs.: "
		  "that is no row, but several. Name one, or leave out the "
		  "full stop\"" },
		{ "part", "mcs/pairs", 1, "\"variant=mcs/pairs: no variant of "
		  "part is called 'mcs/pairs' (did you mean 'mcs/pair'?); "
		  "there are: mcs/pair mcs/push tas ring some else\"" },
		{ "part,,queue", "", 1, "\"bad_option\",\"text\":\"bench=part,,"
		  "queue: a name is missing beside a comma\"" },
		{ "part", "mcs,", 1, "\"variant=mcs,: a name is missing beside "
		  "a comma\"" },
		{ "prt,part,queu", "", 2, "'prt'" },
		{ "part", "tass,mcs,rng", 2, "'tass'" },
	};

	EACH_ROW(i, rows) {
		fake.records = 0;
		CHECK_EQUAL(choice_check(&(struct settings){
			.chosen = rows[i].chosen,
			.variants = rows[i].variants }), !rows[i].records);
		CHECK_EQUAL(fake.records, rows[i].records);
		CHECK(!fake.records || strstr(fake.record[0], rows[i].first));
	}
}

/* ---- settings ---------------------------------------------------------- */

TEST(settings_many_cores_share_the_samples)
{
	static const struct {
		unsigned samples;
		bool shared; /* not asked for */
		unsigned cores, each;
	} rows[] = {
		{ 3000, true, 4, 3000 }, { 3000, true, 8, 1500 },
		{ 3000, true, 1024, 500 }, /* the least */
		{ 3000, false, 1024, 3000 }, { 40, false, 1, 40 },
	};

	EACH_ROW(i, rows)
		CHECK_EQUAL(settings_samples(&(struct settings){
			.samples = rows[i].samples,
			.samples_shared = rows[i].shared }, rows[i].cores),
			rows[i].each);
}

TEST(settings_take_the_rows_of_a_subject_one_row_or_all_that_begin_so)
{
	static const struct { const char *words, *row; bool wants; } rows[] = {
		{ "", "mcs/pair", true },
		{ "tas,mcs", "mcs/pair", true },
		{ "tas,mc", "mcs/pair", false },
		{ "mcs/pairs", "mcs/pair", false },
		{ "mcs.", "mcs/pair", false },
		{ "mcs/pair.", "mcs/pair", true },
		{ ".", "mcs/pair", false },
		{ "ticket", "ticket/wait", true },
		{ "ticket", "ticket/prop", false }, /* another lock */
		{ "ticket", "ticket/prop/wait", false },
		{ "ticket/prop", "ticket/prop/wait", true },
		{ "shared", "shared/mcs", false }, /* with another lock */
		{ "barrier", "barrier/central", true }, /* a group */
		{ "tic*", "ticket/prop/wait", true },
		{ "shared/*", "shared/mcs", true },
		{ "shared/*", "shared", false },
		{ "*", "mcs", true },
	};
	struct settings s = { .variants = "" };

	EACH_ROW(i, rows) {
		test_row("%s of %s", rows[i].words, rows[i].row);
		CHECK_EQUAL(settings_wants(&(struct settings){
			.variants = rows[i].words }, rows[i].row),
			rows[i].wants);
	}
	/* One of the full suite, there or where it is asked for. */
	CHECK(settings_wants_row(&s, "mcs", false));
	CHECK(!settings_wants_row(&s, "mcs", true));
	s.variants = "mcs";
	CHECK(settings_wants_row(&s, "mcs", true));
	CHECK(!settings_wants_row(&s, "tas", false));
	s = (struct settings){ .variants = "", .full = true };
	CHECK(settings_wants_row(&s, "mcs", true));
}

TEST(scale_divides_and_takes_back_and_leaves_at_least_a_tick)
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
	CHECK_EQUAL(scale_ticks(0), 1);
}
