/* SPDX-License-Identifier: MIT */
/* bench/report/record.c: what the log says of the machine and of its quiet. */
#include "bench/report/record.h"

#include <string.h>

#include "bench/conditions/noise.h"
#include "bench/config/settings.h"
#include "bench/proof/proven.h"
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

TEST(record_context_of_a_machine_that_tells_little)
{
	fake.facts.turbo = fake.facts.hwp = -1;
	record_context(&settings);
	CHECK_EQUAL(fake.records, 1);
	CHECK(says(0, "\"project\":\"quietcore\",\"version\":\"1.2.3\","
		   "\"git\":\"abcdef0\",\"dirty\":true,\"compiler\":\"fake cc\","
		   "\"image_crc\":\"00000000\",\"cmdline\":\"\",\"seed\":7,"
		   "\"suite\":\"quick\","));
	CHECK(says(0, "\"machine\":\"linux\",\"trust\":\"emulated\","
		   "\"trust_claimed\":\"\",\"signs\":\"fake\","
		   "\"hypervisor\":\"\",\"cpu\":\"fake\",\"memory_bytes\":null,"
		   "\"maker\":null,\"product\":null,"
		   "\"board\":null,\"firmware\":null,"
		   "\"boot_services\":null,\"watchdog\":null,"
		   "\"caches\":null,"
		   "\"turbo\":null,\"hwp\":null,\"cores_asked\":1,"
		   "\"cores_started\":1,\"tsc_hz\":1000000000,"
		   "\"tsc_source\":\"fake\",\"tsc_spread_ppm\":null,"
		   "\"tsc_invariant\":true,\"tsc_skew_ticks\":null,"
		   "\"tsc_step\":"));
	CHECK(says(0, ",\"stop_read\":\"lfence-rdtsc\",\"memory_map\":null,"
		   "\"apic_ids\":[0]"));
}

TEST(record_context_of_a_machine_that_tells_all)
{
	static const struct machine_cache cache[] = {
		{ 1, MACHINE_CACHE_CODE, 32768, 64, 8, 2 },
		{ 3, MACHINE_CACHE_UNIFIED, 1 << 20, 64, 16, 8 } };
	struct settings claims = settings;

	claims.claim = "tcg-icount";
	fake.facts.memory_bytes = 4096;
	fake.facts.maker = "maker";
	fake.facts.cache = cache;
	fake.facts.caches = 2;
	fake.facts.turbo = 1;
	fake.facts.hwp = 0;
	fake.facts.trust = "metal";
	fake.granted = "kernel";
	fake.clock.spread_known = fake.clock.skew_known = true;
	fake.clock.spread_ppm = 12;
	fake.clock.skew_ticks = 34;
	fake.clock.has_rdtscp = true;
	record_context(&claims);
	CHECK(says(0, "\"trust\":\"metal\",\"trust_claimed\":\"tcg-icount\""));
	CHECK(says(0, "\"memory_bytes\":4096,\"maker\":\"maker\","));
	CHECK(says(0, "\"caches\":[{\"level\":1,\"type\":\"code\","
		   "\"bytes\":32768,\"line\":64,\"ways\":8,\"shared\":2},"
		   "{\"level\":3,"
		   "\"type\":\"unified\",\"bytes\":1048576,\"line\":64,"
		   "\"ways\":16,\"shared\":8}],\"turbo\":true,\"hwp\":false,"
		   "\"granted\":{\"kernel\":\"yes\"},"));
	CHECK(says(0, "\"tsc_spread_ppm\":12,"));
	CHECK(says(0, "\"tsc_skew_ticks\":34,\"tsc_step\":"));
	CHECK(says(0, ",\"stop_read\":\"rdtscp\""));
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
	fake.core.core_id = 3;
	record_cores();
	CHECK_EQUAL(fake.records, 1);
	CHECK(says(0, "\"core\":0,\"apic_id\":0,\"state\":\"started\","
		   "\"package\":null,\"die\":null,\"module\":null,"
		   "\"core_id\":3,\"thread\":0,"
		   "\"node\":null,\"type\":\"uniform\",\"tsc_adjust\":null,"
		   "\"microcode\":null,\"stamp_ticks\":"));
	fake.core.state = CORE_FAILED;
	fake.core.reason = "it sleeps";
	fake.core.tsc_adjust_known = true;
	fake.core.tsc_adjust = -5;
	fake.core.microcode = 0x1f;
	record_cores();
	CHECK(says(1, "\"state\":\"failed\",\"reason\":\"it sleeps\","));
	CHECK(says(1, "\"tsc_adjust\":-5,\"microcode\":\"1f\""));
	CHECK(!says(1, "stamp_ticks"));
}

/* ---- noise --------------------------------------------------------------- */

static struct noise *core(unsigned index)
{
	return (struct noise *)noise_of(index);
}

TEST(record_of_noise_has_a_value_for_each_core)
{
	*core(0) = (struct noise){
		.watched = 1000000, .gaps = 2, .lost = 500, .p9999 = 40,
		.max = 300, .smi_known = true, .smi = 3, .clock_known = true,
		.clock = 990, .system_known = true, .switches = 5, .faults = 6,
		.steal_known = true, .steal_us = 7 };
	*core(1) = (struct noise){ .watched = 1000000, .system_known = true };
	record_noise("lock", "before", 2);
	CHECK_EQUAL(fake.records, 1);
	CHECK(says(0, "\"experiment\":\"lock\",\"when\":\"before\","
		   "\"cores\":[0,1],\"ticks_watched\":[1000000,1000000],"
		   "\"gaps\":[2,0],\"lost_ppm\":[500,0],\"p9999\":[40,0],"
		   "\"max\":[300,0],\"smi\":[3,null],"
		   "\"clock_permille\":[990,null],\"switches\":[5,0],"
		   "\"faults\":[6,0],\"steal_us\":[7,null],"
		   "\"grade\":[\"D\",\"A\"]"));
}

TEST(record_of_many_cores_noise_is_parted)
{
	record_noise("lock", "after", 17);
	CHECK_EQUAL(fake.records, 2);
	CHECK(says(0, "\"part\":1,\"parts\":2,"));
	CHECK(says(0, "\"cores\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15],"));
	CHECK(says(1, "\"cores\":[16],\"ticks_watched\":[0],"));
	CHECK(!says(0, "switches")); /* there is no system */
	record_noise("lock", "after", 16);
	CHECK_EQUAL(fake.records, 3);
}

/* ---- the course of an experiment ----------------------------------------- */

TEST(record_of_a_validation_says_what_was_seen)
{
	static const struct record_key key = { "lock", "mcs", 2, NULL };
	struct proof proof = { .property = "exclusion", .why = "too few",
			       .count = { { "overlaps", 9 } } };

	record_validation(&key, &proof);
	CHECK_EQUAL(fake.records, 0); /* nothing was done, nothing is wrong */
	proof.proven = DISPROVEN;
	record_validation(&key, &proof);
	CHECK(says(0, "\"verdict\":\"failed\",\"property\":\"exclusion\","
		   "\"reason\":\"too few\",\"counts\":{\"operations\":0,"
		   "\"overlaps\":9}"));
	proof.proven = NOT_PROVEN;
	proof.operations = 4;
	record_validation(&key, &proof);
	CHECK(says(1, "\"reason\":\"too few\",\"counts\":{\"operations\":4,"));
	proof.proven = PROVEN;
	record_validation(&key, &proof);
	CHECK(says(2, "\"verdict\":\"ok\",\"property\":\"exclusion\","
		   "\"counts\":"));
	CHECK(!says(2, "primitive") && !says(2, "capacities"));
	proof.primitive = "ring";
	proof.capacities[0] = 64;
	proof.bulks[0] = 1;
	proof.bulks[1] = 8;
	record_validation(&key, &proof);
	CHECK(says(3, "\"variant\":\"mcs\",\"primitive\":\"ring\",\"cores\":2,"));
	CHECK(says(3, "\"capacities\":[64],\"bulks\":[1,8]"));
}

TEST(record_of_a_key_has_mode_parameters_and_unit)
{
	static const struct param params[] = { { "n", -3 }, { NULL, 0 } };
	static const struct record_key key = { "lock", "mcs", 2, params };

	log_begin("row");
	log_key(&key, "batch", NULL);
	log_end();
	log_begin("row");
	log_key(&key, NULL, "items");
	log_end();
	log_begin("row");
	log_key(&key, NULL, "");
	log_end();
	CHECK(says(0, "\"cores\":2,\"params\":{\"mode\":\"batch\",\"n\":-3},"
		   "\"unit\":\"ticks\""));
	CHECK(says(1, "\"params\":{\"n\":-3},\"unit\":\"items\""));
	CHECK(says(2, "\"params\":{\"n\":-3},\"crc\""));
}
