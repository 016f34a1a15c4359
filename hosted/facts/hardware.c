/* SPDX-License-Identifier: MIT */
#include "hosted/facts/hardware.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/common/maker_text.h"

#define DMI "/sys/class/dmi/id/"
#define CACHE "/sys/devices/system/cpu/cpu0/cache/index%u/%s"
#define WORDS_MAX 128
#define PATH_MAX_BYTES 96
#define CACHES_MAX 5u

/* The first line of a file; NULL where it is not there, or empty. */
static const char *first_line(const char *path, char text[WORDS_MAX])
{
	FILE *file = fopen(path, "r");
	bool got = file && fgets(text, WORDS_MAX, file);

	if (file)
		fclose(file);
	if (!got)
		return NULL;
	text[strcspn(text, "\n")] = 0;
	return text[0] ? text : NULL;
}

/* ---- names ------------------------------------------------------------- */

static const char *dmi(const char *name, char kept[MAKER_TEXT_SIZE])
{
	char path[PATH_MAX_BYTES], text[WORDS_MAX];

	snprintf(path, sizeof(path), DMI "%s", name);
	return first_line(path, text) ? maker_text(kept, text) : NULL;
}

static const char *firmware(void)
{
	static char text[3 * MAKER_TEXT_SIZE];
	char maker[MAKER_TEXT_SIZE], version[MAKER_TEXT_SIZE];
	char date[MAKER_TEXT_SIZE];

	return maker_firmware(text, sizeof(text), dmi("bios_vendor", maker),
			      dmi("bios_version", version),
			      dmi("bios_date", date));
}

static void ask_names(struct machine_facts *facts)
{
	static char maker[MAKER_TEXT_SIZE], product[MAKER_TEXT_SIZE];
	static char board[MAKER_TEXT_SIZE];

	facts->maker = dmi("sys_vendor", maker);
	facts->product = dmi("product_name", product);
	facts->board = dmi("board_name", board);
	facts->firmware = firmware();
}

/* ---- caches of core 0 -------------------------------------------------- */

static const char *cache_line(unsigned index, const char *name,
			      char text[WORDS_MAX])
{
	char path[PATH_MAX_BYTES];

	snprintf(path, sizeof(path), CACHE, index, name);
	return first_line(path, text);
}

static unsigned long cache_number(unsigned index, const char *name)
{
	char text[WORDS_MAX];

	return cache_line(index, name, text) ? strtoul(text, NULL, 10) : 0;
}

static enum machine_cache_kind cache_kind(unsigned index)
{
	char text[WORDS_MAX];

	if (!cache_line(index, "type", text))
		return MACHINE_CACHE_UNIFIED;
	return text[0] == 'D' ? MACHINE_CACHE_DATA :
	       text[0] == 'I' ? MACHINE_CACHE_CODE : MACHINE_CACHE_UNIFIED;
}

/* Processors in a list as "0-3,8,10-11". */
static unsigned count_list(const char *list)
{
	unsigned count = 0;

	while (*list) {
		char *end;
		unsigned long first = strtoul(list, &end, 10), last = first;

		if (end == list)
			return count;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		count += (unsigned)(last - first + 1);
		list = *end == ',' ? end + 1 : end;
	}
	return count;
}

static unsigned cache_sharers(unsigned index)
{
	char text[WORDS_MAX];

	return cache_line(index, "shared_cpu_list", text) ? count_list(text)
							  : 0;
}

static void ask_caches(struct machine_facts *facts)
{
	static struct machine_cache cache[CACHES_MAX];
	unsigned n = 0;

	for (; n < CACHES_MAX && cache_number(n, "level"); n++)
		cache[n] = (struct machine_cache){
			.level = (unsigned)cache_number(n, "level"),
			.kind = cache_kind(n),
			.bytes = cache_number(n, "size") * 1024, /* "32K" */
			.line = (unsigned)cache_number(n,
						"coherency_line_size"),
			.ways = (unsigned)cache_number(n,
						"ways_of_associativity"),
			.shared = cache_sharers(n),
		};
	facts->cache = cache;
	facts->caches = n;
}

/* ---- public ------------------------------------------------------------ */

void hardware_ask(struct machine_facts *facts)
{
	long pages = sysconf(_SC_PHYS_PAGES);

	ask_names(facts);
	if (pages > 0)
		facts->memory_bytes = (uint64_t)pages *
				      (uint64_t)sysconf(_SC_PAGESIZE);
	ask_caches(facts);
}

/* ---- the label --------------------------------------------------------- */

const char *hosted_label(const char *machine)
{
	static const char *const kept[] = {
		"tcg", "tcg-icount", "kvm-emulated", "bochs", "emulator",
		"unknown",
	};

	if (!strcmp(machine, "metal"))
		return "linux";
	for (unsigned i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (!strcmp(machine, kept[i]))
			return machine;
	return "linux-vm";
}
