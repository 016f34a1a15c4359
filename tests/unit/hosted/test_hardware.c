/* SPDX-License-Identifier: MIT */
/* hosted/facts/hardware.c: what Linux tells of the machine, in files that the
 * test plays. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *open_played(const char *path, const char *mode);
static long played_pages = 1000;

#define fopen open_played
#define sysconf(name)                                                        \
	((name) == _SC_PHYS_PAGES ? played_pages : 4096l)
#define hardware_ask apart_hardware_ask
#include "hosted/facts/hardware.c"

#include "tests/unit/test.h"

#define CACHE_OF(index) "/sys/devices/system/cpu/cpu0/cache/index" #index "/"

static struct file { const char *path, *text; } files[] = {
	{ DMI "sys_vendor", "A maker\nof two lines\n" },
	{ DMI "product_name", "\n" },
	{ DMI "bios_vendor", "F" }, { DMI "bios_version", "1.2\n" },
	{ CACHE_OF(0) "level", "1\n" }, { CACHE_OF(0) "type", "Data\n" },
	{ CACHE_OF(0) "size", "32K\n" },
	{ CACHE_OF(0) "coherency_line_size", "64\n" },
	{ CACHE_OF(0) "ways_of_associativity", "8\n" },
	{ CACHE_OF(0) "shared_cpu_list", "0-3,8,10-11\n" },
	{ CACHE_OF(1) "level", "1\n" }, { CACHE_OF(1) "type", "Instruction\n" },
	{ CACHE_OF(1) "shared_cpu_list", "5\n" },
	{ CACHE_OF(2) "level", "3\n" }, { CACHE_OF(2) "type", "Unified\n" },
	{ CACHE_OF(2) "shared_cpu_list", "0-1,x" },
	{ CACHE_OF(4) "level", "9\n" }, /* behind a gap */
};

static FILE *open_played(const char *path, const char *mode)
{
	for (unsigned i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!strcmp(path, files[i].path))
			return fmemopen((char *)files[i].text,
					strlen(files[i].text), mode);
	return NULL;
}

TEST(hardware_names_are_the_first_lines_of_their_files)
{
	struct machine_facts facts = { 0 };

	apart_hardware_ask(&facts);
	CHECK_TEXT(facts.maker, "A maker");
	CHECK_TEXT(facts.product, NULL);
	CHECK_TEXT(facts.board, NULL);
	CHECK_TEXT(facts.firmware, "F 1.2");
}

TEST(hardware_memory_is_told_where_linux_knows_it)
{
	struct machine_facts facts = { 0 };

	apart_hardware_ask(&facts);
	CHECK_EQUAL(facts.memory_bytes, 4096000);
	played_pages = -1;
	facts.memory_bytes = 5;
	apart_hardware_ask(&facts);
	CHECK_EQUAL(facts.memory_bytes, 5);
}

TEST(hardware_caches_are_those_of_core_0)
{
	struct machine_facts facts = { 0 };

	apart_hardware_ask(&facts);
	if (!CHECK_EQUAL(facts.caches, 3))
		return;
	CHECK_EQUAL(facts.cache[0].level, 1);
	CHECK_EQUAL(facts.cache[0].kind, MACHINE_CACHE_DATA);
	CHECK_EQUAL(facts.cache[0].bytes, 32768);
	CHECK_EQUAL(facts.cache[0].line, 64);
	CHECK_EQUAL(facts.cache[0].ways, 8);
	CHECK_EQUAL(facts.cache[0].shared, 7);
	CHECK_EQUAL(facts.cache[1].kind, MACHINE_CACHE_CODE);
	CHECK_EQUAL(facts.cache[1].bytes, 0);
	CHECK_EQUAL(facts.cache[1].shared, 1);
	CHECK_EQUAL(facts.cache[2].level, 3);
	CHECK_EQUAL(facts.cache[2].kind, MACHINE_CACHE_UNIFIED);
	CHECK_EQUAL(facts.cache[2].shared, 2); /* up to what is no number */
}
