/* SPDX-License-Identifier: MIT */
/* bench/report/{record,series_record}.c: what the log says of machines that the
 * golden runs do not have, and long records in parts that lose nothing. */
#include "bench/report/record.h"

#include <string.h>

#include "bench/conditions/noise.h"
#include "bench/config/settings.h"
#include "bench/report/series_record.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/json.h"
#include "tests/unit/test.h"

static bool says(unsigned record, const char *part)
{
	return record < fake.records && json_is_object(fake.record[record]) &&
	       strstr(fake.record[record], part);
}

static const struct settings settings = { .claim = "", .suite = "quick",
					  .seed = 7 };

TEST(record_context_of_machines_that_tell_little_and_all)
{
	static const struct machine_cache cache[] = {
		{ 1, MACHINE_CACHE_CODE, 32768, 64, 8, 2 },
		{ 3, MACHINE_CACHE_UNIFIED, 1 << 20, 64, 16, 8 } };
	struct settings claims = settings;

	fake.facts.turbo = fake.facts.hwp = -1;
	record_context(&settings);
	CHECK_EQUAL(fake.records, 1);
	CHECK(says(0, "\"version\":\"1.2.3\",\"git\":\"abcdef0\",\"dirty\":true,"
		   "\"compiler\":\"fake cc\",\"image_crc\":\"00000000\","));
	CHECK(says(0, "\"memory_bytes\":null,\"maker\":null,\"product\":null,"
		   "\"board\":null,\"firmware\":null,\"boot_services\":null,"
		   "\"watchdog\":null,\"caches\":null,\"turbo\":null,"
		   "\"hwp\":null,\"cores_asked\":1,"));
	CHECK(says(0, "\"tsc_spread_ppm\":null,\"tsc_invariant\":true,"
		   "\"tsc_skew_ticks\":null,"));
	claims.claim = "tcg-icount";
	fake.facts.cache = cache;
	fake.facts.caches = 2;
	fake.facts.turbo = 1;
	fake.facts.hwp = 0;
	fake.facts.trust = "metal";
	fake.clock.has_rdtscp = true;
	record_context(&claims);
	CHECK(says(1, "\"trust\":\"metal\",\"trust_claimed\":\"tcg-icount\""));
	CHECK(says(1, "\"caches\":[{\"level\":1,\"type\":\"code\","
		   "\"bytes\":32768,\"line\":64,\"ways\":8,\"shared\":2},"
		   "{\"level\":3,\"type\":\"unified\",\"bytes\":1048576,"
		   "\"line\":64,\"ways\":16,\"shared\":8}],\"turbo\":true,"
		   "\"hwp\":false,"));
	CHECK(says(1, ",\"stop_read\":\"rdtscp\""));
	CHECK_TEXT(record_trust(), "tcg-icount");
	CHECK_TEXT(record_unit(), "instructions");
}

TEST(record_context_holds_the_memory_map_in_parts)
{
	struct machine_range map[17] = { { 0, 0x9FC00, 1 } };

	for (unsigned i = 1; i < 17; i++)
		map[i] = (struct machine_range){ UINT64_MAX, i, 2 };
	fake.facts.memory_map = map;
	fake.facts.memory_ranges = 16;
	record_context(&settings);
	CHECK_EQUAL(fake.records, 1);
	CHECK(says(0, "\"memory_map\":[[0,654336,1],"
		   "[18446744073709551615,1,2],"));
	CHECK(!says(0, "\"parts\""));
	fake.facts.memory_ranges = 17;
	record_context(&settings);
	CHECK_EQUAL(fake.records, 3);
	CHECK(says(1, "\"part\":1,\"parts\":2,"));
	CHECK(says(2, "\"memory_map\":[[18446744073709551615,16,2]],"
		   "\"apic_ids\":[]"));
}

TEST(record_of_a_core_says_null_where_nothing_is_known)
{
	fake.core.package = fake.core.die = fake.core.module = -1;
	record_cores();
	CHECK(says(0, "\"package\":null,\"die\":null,\"module\":null,"));
	fake.core.state = CORE_FAILED;
	fake.core.reason = "it sleeps";
	fake.core.tsc_adjust_known = true;
	fake.core.tsc_adjust = -5;
	record_cores();
	CHECK(says(1, "\"state\":\"failed\",\"reason\":\"it sleeps\","));
	CHECK(says(1, "\"tsc_adjust\":-5,"));
	CHECK(!says(1, "stamp_ticks"));
}

TEST(record_of_noise_has_a_value_for_each_core)
{
	*(struct noise *)noise_of(0) = (struct noise){
		.watched = 1000000, .gaps = 2, .lost = 500, .p9999 = 40,
		.max = 300, .smi_known = true, .smi = 3, .clock_known = true,
		.clock = 990, .system_known = true, .switches = 5, .faults = 6,
		.steal_known = true, .steal_us = 7 };
	*(struct noise *)noise_of(1) = (struct noise){
		.watched = 1000000, .system_known = true };
	record_noise("lock", "before", 2);
	CHECK_EQUAL(fake.records, 1);
	CHECK(says(0, "\"gaps\":[2,0],\"lost_ppm\":[500,0],\"p9999\":[40,0],"
		   "\"max\":[300,0],\"smi\":[3,null],"
		   "\"clock_permille\":[990,null],\"switches\":[5,0],"
		   "\"faults\":[6,0],\"steal_us\":[7,null],"
		   "\"grade\":[\"D\",\"A\"]"));
	record_noise("lock", "after", 16);
	CHECK_EQUAL(fake.records, 2);
	record_noise("lock", "after", 17);
	CHECK_EQUAL(fake.records, 4);
	CHECK(says(2, "\"part\":1,\"parts\":2,"));
	CHECK(says(3, "\"cores\":[16],\"ticks_watched\":[0],"));
	CHECK(!says(3, "switches")); /* there is no system */
}

/* ---- series ------------------------------------------------------------ */

#define PART 100u

static void row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = index;
	value[1] = 1500 - (int64_t)index * 1000;
}

TEST(series_are_parted_and_thinned_where_they_may_be)
{
	static const struct series_column columns[] = {
		{ "row", false }, { "ticks", true }, { NULL, false } };
	static const struct {
		unsigned rows;
		bool thin;
		unsigned records;
		const char *last;
	} series[] = {
		{ 0, false, 1, "\"rows\":[]" },
		{ 3, false, 1, "\"columns\":[\"row\",\"ticks\"],"
			       "\"rows\":[[0,1.5],[1,0.5],[2,-0.5]]" },
		{ PART, false, 1, "[99," }, { 250, false, 3, "[249," },
		{ PART, true, 2, "\"thinned\":7,\"columns\":" }, /* a warning */
	};

	fake.log_pace = 11520; /* a serial line's */
	EACH_ROW(i, series) {
		char first[32];

		fake.records = 0;
		record_series(&(struct series_record){
			.key = { "line", "all", 2, NULL }, .unit = "ticks",
			.columns = columns, .row = row,
			.rows = series[i].rows, .thin = series[i].thin });
		CHECK_EQUAL(fake.records, series[i].records);
		CHECK(strstr(fake_last(), series[i].last));
		CHECK_EQUAL(fake_said("\"part\":", ""), i == 3 ? 3 : 0);
		for (unsigned part = 0; i == 3 && part < 3; part++) {
			format(first, sizeof(first), "\"rows\":[[%u,",
			       part * PART);
			CHECK(says(part, first));
		}
	}
	CHECK(strstr(fake_last(), "[0,1.5],[7,"));
	CHECK(strstr(fake_last(), "[99,"));
}

static void widest(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	(void)index;
	for (unsigned i = 0; i < SERIES_WIDTH_MOST; i++)
		value[i] = -10000000000000; /* an hour and more */
}

TEST(series_of_the_widest_rows_fits_its_lines)
{
	struct series_column wide[SERIES_WIDTH_MOST + 1] = { { NULL, false } };

	for (unsigned i = 0; i < SERIES_WIDTH_MOST; i++)
		wide[i].name = "a_column_of_that_name";
	record_series(&(struct series_record){
		.key = { "line", "all", 2, NULL }, .unit = "ticks",
		.columns = wide, .row = widest, .rows = 40 });
	CHECK_EQUAL(fake.records, 4);
	for (unsigned i = 0; i < fake.records; i++)
		CHECK(says(i, "") && strlen(fake.record[i]) < LOG_LINE_MAX);
}
