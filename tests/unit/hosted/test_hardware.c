/* SPDX-License-Identifier: MIT */
/* hosted/facts/hardware.c: what Linux tells of the machine, in files that the
 * test plays. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *open_played(const char *path, const char *mode);
static long played_pages = 1000;

#define fopen open_played
#define sysconf(name)                                                        \
	((name) == _SC_PHYS_PAGES ? played_pages : 4096l)
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
	{ CACHE_OF(2) "shared_cpu_list", "0-1,x" }, /* up to what is no number */
	{ CACHE_OF(4) "level", "9\n" }, /* behind a gap */
};

static FILE *open_played(const char *path, const char *mode)
{
	EACH_ROW(i, files)
		if (!strcmp(path, files[i].path))
			return fmemopen((char *)files[i].text,
					strlen(files[i].text), mode);
	return NULL;
}

TEST(hardware_is_what_the_first_lines_of_files_say)
{
	static const struct machine_cache due[] = {
		{ 1, MACHINE_CACHE_DATA, 32768, 64, 8, 7 },
		{ 1, MACHINE_CACHE_CODE, 0, 0, 0, 1 },
		{ 3, MACHINE_CACHE_UNIFIED, 0, 0, 0, 2 } };
	struct machine_facts facts = { 0 };

	hardware_ask(&facts);
	CHECK_TEXT(facts.maker, "A maker");
	CHECK_TEXT(facts.product, NULL);
	CHECK_TEXT(facts.board, NULL);
	CHECK_TEXT(facts.firmware, "F 1.2");
	CHECK_EQUAL(facts.memory_bytes, 4096000);
	CHECK_EQUAL(facts.caches, 3);
	for (unsigned i = 0; i < 3; i++) /* less what is behind its last field */
		CHECK(!memcmp(&facts.cache[i], &due[i],
			      offsetof(struct machine_cache, shared) +
			      sizeof(due[i].shared)));
	played_pages = -1;
	facts.memory_bytes = 5;
	hardware_ask(&facts);
	CHECK_EQUAL(facts.memory_bytes, 5);
}
