/* SPDX-License-Identifier: MIT */
/* bench/report/table.c: what people read, to the letter, where golden runs do not
 * come. */
#include "bench/report/table.h"

#include <string.h>

#include "bench/conditions/noise.h"
#include "bench/config/settings.h"
#include "bench/report/record.h"
#include "kernel/format.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void trust_is(const char *trust)
{
	fake.facts.trust = trust;
	record_context(&(struct settings){ .claim = "" });
}

TEST(table_heading_tells_the_machine_and_warns_of_an_emulator_in_its_unit)
{
	trust_is("metal");
	fake.facts.cores_asked = 3;
	fake.clock.hz = 2599987654;
	table_heading();
	CHECK_TEXT(fake_printed(), "quietcore 1.2.3  linux machine  trust: "
		   "metal\nfake\n1 of 3 cores started, time stamp 2599.987 MHz "
		   "(fake)\n");
	CHECK(!fake.caution);
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 0);
	trust_is("tcg-icount");
	fake.facts.cpu = "";
	fake.facts.cores_asked = 1;
	fake.clock.hz = 0;
	table_heading();
	CHECK_TEXT(fake_printed(), "quietcore 1.2.3  linux machine  trust: "
		   "tcg-icount\nunnamed processor\n1 of 1 core started, time "
		   "stamp of unknown frequency\nEMULATED: these instructions "
		   "tell about the emulator (tcg-icount), not about silicon.\n");
	CHECK_TEXT(fake.caution, "EMULATED instructions ");
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 1);
}

/* ---- rows -------------------------------------------------------------- */

static struct result row_of(const char *variant, uint32_t batch)
{
	return (struct result){
		.key = { "lock", variant, 2, NULL }, .batch = batch,
		.summary = { .n = 1000, .min = 1000, .p50 = 2000, .p90 = 3000,
			     .p99 = 4000, .p999 = 5000, .max = 6000,
			     .mean_milli = 2500000 } };
}

TEST(table_row_names_its_parameters_and_a_long_name_has_its_own_line)
{
	static const struct param two[] = { { "inside", 64 }, { "grain", -2 },
					    { NULL, 0 } };
	static const struct param all[] = {
		{ "producers", 1 }, { "consumers", 2 }, { "inside", 3 },
		{ "outside", 4 }, { "bulk", 5 }, { NULL, 0 } };
	static const struct {
		const char *name;
		const struct param *params;
		uint32_t batch;
		const char *line;
	} rows[] = {
		{ "mcs", two, 9999, "\nmcs in=64 grain=-2            2  9999 " },
		{ "a_name_of_13_", two, 10000,
		  "a_name_of_13_ in=64 grain=-2  2 10000 " },
		{ "a_name_of_14__", two, 10000,
		  "a_name_of_14__ in=64 grain=-2\n"
		  "                              2 10000 " },
		{ "mcs", all, 1, "mcs p=1 c=2 in=3 out=4 bulk=5\n" },
	};
	char name[301] = "", line[330];

	EACH_ROW(i, rows) {
		struct result r = row_of(rows[i].name, rows[i].batch);

		r.key.params = rows[i].params;
		table_row(&r);
		CHECK(strstr(fake_printed(), rows[i].line));
	}
	/* One that is longer than any is cut. */
	memset(name, 'x', 300);
	for (size_t length = 236; length <= 300; length++) {
		struct result r = row_of(name + 300 - length, 1);

		test_row("%zu letters", length);
		r.key.params = two;
		r.proven = DISPROVEN;
		table_row(&r);
		format(line, sizeof(line), "%s in=64 grain=-2 !",
		       r.key.variant);
		memcpy(line + 255, "\n", 2);
		CHECK(strstr(fake_printed(), line));
	}
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 300 - 236 + 1); /* marked ones */
}

TEST(table_note_stands_beside_its_variant)
{
	static const struct { const char *name, *line; } rows[] = {
		{ "mcs", "mcs                          skipped\n" },
		{ "a_name_of_just_28_letters___",
		  "a_name_of_just_28_letters___ skipped\n" },
		{ "a_name_of_letters_more_than_28",
		  "a_name_of_letters_more_than_28 \n"
		  "                             skipped\n" },
	};

	EACH_ROW(i, rows) {
		table_note(&(struct record_key){ "lock", rows[i].name, 1, NULL },
			   "skipped");
		CHECK_TEXT(fake_printed(), rows[i].line);
	}
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 3);
}

/* ---- the end ----------------------------------------------------------- */

TEST(table_ends_with_the_certificate_and_the_status_line)
{
	*(struct noise *)noise_worst(1) = (struct noise){
		.watched = 1000000, .gaps = 1, .lost = 5, .max = 5000 };
	*(struct noise *)noise_worst(2) = (struct noise){
		.watched = 1000000, .gaps = 2, .lost = 900000,
		.max = 90000000 };
	table_certificate(3);
	CHECK_TEXT(fake_printed(), "\nNoise certificate: the worst of all hunts "
		   "for gaps above 1 us (A none .. F)\n"
		   "  core 0   A  no gap\n"
		   "  core 1   B  1 gap, 5 ppm lost, longest 5 us\n"
		   "  core 2   F  2 gaps, 900000 ppm lost, longest 90000 us\n"
		   "  cores by grade:  1 A  1 B  1 F\n"
		   "  A row is disturbed where a pause fell into its samples; "
		   "the others stand.\n");
	table_certificate(9); /* eight of many */
	CHECK(strstr(fake_printed(), "  core 7   A  no gap\n"
		     "  cores by grade:  7 A  1 B  1 F\n"));
	table_end(MACHINE_OK);
	CHECK_TEXT(fake.status_line, " complete");
	table_end(MACHINE_FAILED);
	CHECK_TEXT(fake.status_line, " failed");
	table_end(MACHINE_STOPPED);
	CHECK_TEXT(fake.status_line, " stopped");
	CHECK_TEXT(fake_printed(), "");
}
