/* SPDX-License-Identifier: MIT */
/* bench/report/table.c: what people read, to the letter. */
#include "bench/report/table.h"

#include <stdio.h>
#include <string.h>

#include "bench/conditions/noise.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/settings.h"
#include "bench/report/record.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define COLUMNS_LINE                                                         \
	"ticks                         c batch   min   p50   p90   p99 "     \
	"p99.9   max  mean\n"

/* What was printed since the last call. */
static const char *printed(void)
{
	static char text[FAKE_TEXT_MAX];

	memcpy(text, fake.text, fake.text_length);
	text[fake.text_length] = 0;
	fake.text_length = 0;
	return text;
}

static void trust_is(const char *trust)
{
	fake.facts.trust = trust;
	record_context(&(struct settings){ .claim = "" });
}

TEST(table_heading_tells_the_machine)
{
	trust_is("metal");
	fake.facts.cores_asked = 3;
	fake.clock.hz = 2599987654;
	table_heading();
	CHECK_TEXT(printed(), "quietcore 1.2.3  linux machine  trust: metal\n"
		   "fake\n1 of 3 cores started, time stamp 2599.987 MHz "
		   "(fake)\n");
	CHECK(!fake.caution);
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 0);
	CHECK_EQUAL(fake.styled[MACHINE_TITLE], 1);
	CHECK_EQUAL(fake.styled[MACHINE_PLAIN], 1);
}

TEST(table_heading_warns_of_an_emulator_in_its_unit)
{
	trust_is("tcg-icount");
	fake.facts.cpu = "";
	fake.clock.hz = 0;
	table_heading();
	CHECK_TEXT(printed(), "quietcore 1.2.3  linux machine  trust: "
		   "tcg-icount\nunnamed processor\n1 of 1 core started, time "
		   "stamp of unknown frequency\nEMULATED: these instructions "
		   "tell about the emulator (tcg-icount), not about silicon.\n");
	CHECK_TEXT(fake.caution, "EMULATED instructions ");
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 1);
	CHECK_EQUAL(fake.styled[MACHINE_PLAIN], 2);
}

/* ---- rows ---------------------------------------------------------------- */

static const struct experiment lock = { .name = "lock",
					.summary = "what it costs" };

static struct result row_of(const char *variant, uint32_t batch)
{
	return (struct result){
		.key = { "lock", variant, 2, NULL }, .batch = batch,
		.summary = { .n = 1000, .min = 1000, .p50 = 2000, .p90 = 3000,
			     .p99 = 4000, .p999 = 5000, .max = 6000,
			     .mean_milli = 2500000 } };
}

TEST(table_row_is_per_operation_and_tails_are_of_single_ones)
{
	struct result single = row_of("mcs", 1), batch = row_of("mcs", 100),
		      few = row_of("tas", 1);

	few.summary.n = 999;
	table_experiment(&lock);
	CHECK_TEXT(printed(), "\nlock: what it costs\n");
	table_row(&single);
	CHECK(strstr(printed(), COLUMNS_LINE "--------------------------------"
		     "-----------------------------------------------\n"
		     "mcs                           2     1  1000  2000  3000  "
		     "4000  5000  6000  2500\n"));
	table_row(&batch);
	CHECK_TEXT(printed(), "mcs                           2   100  10.0  "
		   "20.0  30.0     -     -     -  25.0\n");
	table_row(&few);
	CHECK_TEXT(printed(), "tas                           2     1  1000  "
		   "2000  3000  4000     -  6000  2500\n");
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 0);
	CHECK_EQUAL(fake.styled[MACHINE_DIM], 1);
}

/* What the pages after the run repeat: title and names of columns. */
TEST(table_tells_its_head_from_its_rows)
{
	static const struct experiment lock = { .name = "lock", .summary = "s" };
	struct result row = row_of("mcs", 1);

	table_experiment(&lock);
	table_row(&row);
	table_row(&row);
	CHECK_TEXT(fake.parts, "HH" "HH" "RR");
	CHECK_EQUAL(fake.part, MACHINE_PROSE);
}

TEST(table_row_names_its_parameters_and_a_long_name_has_its_own_line)
{
	static const struct param two[] = { { "inside", 64 }, { "grain", -2 },
					    { NULL, 0 } };
	struct result r = row_of("mcs", 9999);

	r.key.params = two;
	table_row(&r);
	CHECK(strstr(printed(), "\nmcs in=64 grain=-2            2  9999 "));
	r.key.variant = "a_name_of_13_";
	r.batch = 10000;
	table_row(&r);
	CHECK(strstr(printed(), "a_name_of_13_ in=64 grain=-2  2 10000 "));
	r.key.variant = "a_name_of_14__";
	table_row(&r);
	CHECK(strstr(printed(), "a_name_of_14__ in=64 grain=-2\n"
		     "                              2 10000 "));
}

TEST(table_row_has_short_names_of_parameters_that_need_the_room)
{
	static const struct param all[] = {
		{ "producers", 1 }, { "consumers", 2 }, { "inside", 3 },
		{ "outside", 4 }, { "bulk", 5 }, { NULL, 0 } };
	struct result r = row_of("mcs", 1);

	r.key.params = all;
	table_row(&r);
	CHECK(strstr(printed(), "\nmcs p=1 c=2 in=3 out=4 bulk=5\n"));
}

TEST(table_row_cuts_a_name_that_is_longer_than_any)
{
	static const struct param two[] = { { "inside", 64 }, { "outside", -2 },
					    { NULL, 0 } };
	char name[301] = "", line[330];

	memset(name, 'x', 300);
	for (size_t length = 236; length <= 300; length++) {
		struct result r = row_of(name + 300 - length, 1);

		r.key.params = two;
		r.proven = DISPROVEN;
		table_row(&r);
		snprintf(line, sizeof(line), "%s in=64 out=-2 !",
			 r.key.variant);
		line[255] = '\n';
		line[256] = 0;
		CHECK(strstr(printed(), line));
	}
}

/* Where instructions are counted, several cores do. */
static void take_turns(bool they_do)
{
	fake.facts.trust = they_do ? "tcg-icount" : "metal";
	timesharing_look(they_do ? 2 : 1);
}

#define MEANING                                                              \
	"  (~ disturbed, < cores take turns; ranked nowhere: ? not proven, ! " \
	"wrong)\n"

TEST(table_marks_a_row_that_is_to_be_doubted)
{
	static const struct {
		unsigned disturbed, cores;
		bool turns;
		enum proven proven;
		const char *name;
	} is[] = {
		{ 0, 2, false, PROVEN, "\nmcs    " },
		{ 1, 2, false, PROVEN, "\nmcs ~  " },
		{ 0, 2, true, PROVEN, "\nmcs <  " },
		{ 0, 1, true, PROVEN, "\nmcs    " },
		{ 0, 2, false, NOT_PROVEN, "\nmcs ?  " },
		{ 0, 2, false, DISPROVEN, "\nmcs !  " },
		{ 8, 2, true, DISPROVEN, "\nmcs ~<!  " },
	};

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct result r = row_of("mcs", 1);
		bool marked = is[i].name[5] != ' ';
		const char *text;

		r.disturbed = is[i].disturbed;
		r.key.cores = is[i].cores;
		r.proven = is[i].proven;
		take_turns(is[i].turns);
		fake.styled[MACHINE_WARN] = 0;
		table_experiment(&lock);
		table_row(&r);
		text = printed();
		CHECK(strstr(text, is[i].name));
		CHECK_EQUAL(strstr(text, MEANING) != NULL, marked);
		CHECK_EQUAL(fake.styled[MACHINE_WARN], marked);
	}
	take_turns(false);
}

TEST(table_says_once_in_an_experiment_what_marks_mean)
{
	struct result r = row_of("mcs", 1);

	CHECK(sizeof(MEANING) - 2 <= 80);
	for (unsigned experiment = 0; experiment < 2; experiment++) {
		table_experiment(&lock);
		r.proven = PROVEN;
		table_row(&r);
		CHECK(!strstr(printed(), MEANING));
		r.proven = NOT_PROVEN;
		table_row(&r);
		CHECK(strstr(printed(), MEANING));
		r.proven = DISPROVEN;
		table_row(&r);
		CHECK(!strstr(printed(), MEANING));
	}
}

TEST(table_note_stands_beside_its_variant)
{
	table_note(&(struct record_key){ "lock", "mcs", 1, NULL }, "skipped");
	CHECK_TEXT(printed(), "mcs                          skipped\n");
	table_note(&(struct record_key){ "lock", "a_name_of_letters_more_than_28",
					 1, NULL }, "skipped");
	CHECK_TEXT(printed(), "a_name_of_letters_more_than_28 \n"
		   "                             skipped\n");
	table_note(&(struct record_key){ "lock", "a_name_of_just_28_letters___",
					 1, NULL }, "skipped");
	CHECK_TEXT(printed(), "a_name_of_just_28_letters___ skipped\n");
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 3);
	CHECK_EQUAL(fake.styled[MACHINE_PLAIN], 3);
}

/* ---- the end ------------------------------------------------------------- */

static void core_was(unsigned core, uint64_t gaps, uint64_t lost, uint64_t max)
{
	*(struct noise *)noise_worst(core) = (struct noise){
		.watched = 1000000, .gaps = gaps, .lost = lost, .max = max };
}

TEST(table_ends_with_the_certificate_and_the_status_line)
{
	core_was(0, 0, 0, 0);
	core_was(1, 1, 5, 5000);
	core_was(2, 2, 900000, 90000000);
	table_certificate(3);
	table_end(MACHINE_OK);
	CHECK_TEXT(printed(), "\nNoise certificate: the worst of all hunts for "
		   "gaps above 1 us (A none .. F)\n"
		   "  core 0   A  no gap\n"
		   "  core 1   B  1 gap, 5 ppm lost, longest 5 us\n"
		   "  core 2   F  2 gaps, 900000 ppm lost, longest 90000 us\n"
		   "  cores by grade:  1 A  1 B  1 F\n"
		   "  A row is disturbed where a pause fell into its samples; "
		   "the others stand.\n");
	CHECK_TEXT(fake.status_line, " complete");
}

TEST(table_ends_of_a_failure_and_of_many_cores)
{
	for (unsigned core = 0; core < 9; core++)
		core_was(core, 0, 0, 0);
	table_certificate(9);
	table_end(MACHINE_FAILED);
	CHECK(strstr(fake.text, "  core 7   A  no gap\n"
		     "  cores by grade:  9 A\n"));
	CHECK_TEXT(fake.status_line, " failed");
}

TEST(table_ends_of_a_run_that_a_key_ended)
{
	table_end(MACHINE_STOPPED);
	CHECK_TEXT(printed(), "");
	CHECK_TEXT(fake.status_line, " stopped");
}
