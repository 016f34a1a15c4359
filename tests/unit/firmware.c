/* SPDX-License-Identifier: MIT */
/* A firmware's memory as text. */
#include "tests/unit/firmware.h"

#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PLACES 16
#define PLACE_MOST 25000u
#define SUMS 3

static struct place {
	uint64_t address;
	enum { PLAIN, CUT, ACPI, MP, TAGS } kind;
	bool sealed;
	size_t at, length, tag;
	struct { unsigned at, from, count; } sum[SUMS];
	unsigned sums;
	uint8_t bytes[PLACE_MOST];
} place[PLACES];
static unsigned places;

/* ---- lengths and checksums ------------------------------------------------- */

static void add_sum(struct place *p, unsigned at, unsigned from, unsigned count)
{
	if (p->sums == SUMS)
		abort();
	p->sum[p->sums].at = at;
	p->sum[p->sums].from = from;
	p->sum[p->sums++].count = count;
}

static void seal(struct place *p)
{
	uint32_t length = (uint32_t)p->length;

	if (p->sealed)
		return;
	if (p->kind == ACPI)
		memcpy(p->bytes + 4, &length, 4);
	if (p->kind == MP)
		memcpy(p->bytes + 4, &length, 2);
	if (p->kind == TAGS)
		memcpy(p->bytes, &length, 4);
	for (unsigned i = 0; i < p->sums; i++) {
		unsigned from = p->sum[i].from;
		size_t end = p->sum[i].count ? from + p->sum[i].count : length;
		uint8_t sum = 0;

		p->bytes[p->sum[i].at] = 0;
		for (size_t k = from; k < end; k++)
			sum += p->bytes[k];
		p->bytes[p->sum[i].at] = -sum;
	}
}

/* ---- items ------------------------------------------------------------- */

static void put(struct place *p, const void *bytes, size_t count)
{
	if (count > PLACE_MOST - p->at)
		abort();
	memcpy(p->bytes + p->at, bytes, count);
	p->at += count;
	if (p->at > p->length)
		p->length = p->at;
}

static void put_number(struct place *p, uint64_t value, size_t bytes)
{
	put(p, &value, bytes);
}

/* The last byte that was written may be behind what is to be the end. */
static void go_to(struct place *p, size_t at)
{
	if (at > PLACE_MOST)
		abort();
	p->at = at;
	if (at > p->length)
		p->length = at;
}

static void begin_table(struct place *p, const char *signature, unsigned number)
{
	bool mp = !strncmp(signature, "PCMP", 4);

	p->kind = mp ? MP : ACPI;
	put(p, signature, 4);
	if (mp) {
		go_to(p, 34);
		put_number(p, number, 2);
		put_number(p, 0xFEC12000, 4);
	} else {
		go_to(p, 8);
		put_number(p, number, 2);
		put(p, "BOCHS BXPC    ", 14);
	}
	go_to(p, mp ? 44 : 36);
	add_sum(p, mp ? 7 : 9, 0, 0);
}

static void end_tag(struct place *p)
{
	uint32_t length = (uint32_t)(p->at - p->tag);

	memcpy(p->bytes + p->tag + 4, &length, 4);
	while (p->at % 8)
		put(p, "\xEE", 1);
}

static void put_hex(struct place *p, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i += 2) {
		const char digits[3] = { text[i], i + 1 < length ? text[i + 1]
								 : 0 };
		char *end;

		put_number(p, strtoul(digits, &end, 16), 1);
		if (*end) {
			fprintf(stderr, "no item: %s\n", text);
			abort();
		}
	}
}

static void put_item(struct place *p, const char *text, size_t length)
{
	unsigned sum[3];

	if (*text == '\'')
		put(p, text + 1, length - 2);
	else if (length > 5 && text[4] == '/')
		begin_table(p, text, (unsigned)atoi(text + 5));
	else if (sscanf(text, "s=%u:%u:%u", &sum[0], &sum[1], &sum[2]) == 3)
		add_sum(p, sum[0], sum[1], sum[2]);
	else if (text[1] == '=')
		put_number(p, strtoull(text + 2, NULL, 16),
			   *text == 'q' ? 8 : *text == 'd' ? 4 : 2);
	else if (*text == '+')
		go_to(p, p->at + (size_t)atoi(text + 1));
	else if (*text == '@')
		go_to(p, (size_t)atoi(text + 1));
	else if (*text == '=')
		p->length = (size_t)atoi(text + 1);
	else if (!strncmp(text, "cut", length))
		p->kind = CUT;
	else if (!strncmp(text, "tags", length)) {
		p->kind = TAGS;
		go_to(p, 8);
	} else if (*text == '[') {
		p->tag = p->at;
		put_number(p, (uint64_t)atoi(text + 1), 8);
	} else if (*text == ']')
		end_tag(p);
	else if (*text == '!' || *text == '^') {
		seal(p);
		p->sealed = true;
		if (*text == '^')
			p->bytes[atoi(text + 1)] ^= 1;
	} else
		put_hex(p, text, length);
}

/* ---- places ------------------------------------------------------------ */

/* Where plain pointers lead: a BIOS's memory and ROM, a boot loader's. */
static const struct { uintptr_t start; size_t bytes; } real[] = {
	{ 0x90000, 0x10000 }, { 0xE0000, 0x20000 }, { LOADER_AT, 0x10000 },
};

static void empty_real(void)
{
	for (unsigned i = 0; i < 3; i++)
		if (mmap((void *)real[i].start, real[i].bytes,
			 PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS |
			 MAP_FIXED, -1, 0) == MAP_FAILED)
			abort();
}

/* What a loader hands over ends where its place does. */
static void lay_down(void)
{
	ASAN_POISON_MEMORY_REGION((void *)LOADER_AT, real[2].bytes);
	for (unsigned i = 0; i < places; i++) {
		const struct place *p = &place[i];
		void *to = (void *)(uintptr_t)p->address;

		for (unsigned k = 0; k < 3; k++) {
			if (p->address - real[k].start >= real[k].bytes)
				continue;
			ASAN_UNPOISON_MEMORY_REGION(to, p->length);
			memcpy(to, p->bytes, p->length);
		}
	}
}

static const char *read_place(const char *text)
{
	struct place *p = &place[places++];
	size_t digits = strspn(text, "0123456789ABCDEF");

	if (places > PLACES)
		abort();
	*p = (struct place){ .address = places * 0x1000 };
	if (digits && text[digits] == ':') {
		p->address = strtoull(text, NULL, 16);
		text += digits + 1;
	}
	while (*(text += strspn(text, " ")) && *text != ';') {
		size_t length = *text == '\'' ?
				strcspn(text + 1, "'") + 2 : strcspn(text, " ;");

		put_item(p, text, length);
		text += length;
	}
	seal(p);
	return text;
}

static const struct place *find(const char *begins)
{
	for (unsigned i = 0; i < places; i++)
		if (!memcmp(place[i].bytes, begins, strlen(begins)))
			return &place[i];
	return NULL;
}

static void make_root(void)
{
	char text[512] = "7FE1000: XSDT/1";

	for (unsigned i = 0; i < places; i++)
		if (place[i].kind == ACPI && memcmp(place[i].bytes, "DSDT", 4))
			sprintf(text + strlen(text), " q=%lX",
				place[i].address);
	read_place(text);
}

static void make_rsdp(void)
{
	const struct place *old = find("RSDT"), *new = find("XSDT");
	char text[256];

	sprintf(text, "F8000: 'RSD PTR ' +7 2 d=%lX d=24 q=%lX +4 s=8:0:20 "
		"s=32:0:36", old ? old->address : 0, new ? new->address : 0);
	read_place(text);
}

void firmware_write(const char *memory)
{
	bool acpi = false;

	empty_real();
	places = 0;
	while (*(memory += strspn(memory, " ;")))
		memory = read_place(memory);
	for (unsigned i = 0; i < places; i++)
		acpi |= place[i].kind == ACPI;
	if (acpi && !find("XSDT") && !find("RSDT"))
		make_root();
	if (acpi && !find("RSD PTR "))
		make_rsdp();
	lay_down();
}

/* ---- reading it -------------------------------------------------------- */

const void *firmware_map(uint64_t address, size_t length)
{
	for (unsigned i = 0; i < places; i++) {
		const struct place *p = &place[i];
		uint64_t offset = address - p->address;

		if (address < p->address || offset > p->length ||
		    length > p->length - offset)
			continue;
		return memcpy(malloc(length), p->bytes + offset, length);
	}
	return NULL;
}

const void *firmware_at(uint64_t address, size_t *length)
{
	for (unsigned i = 0; i < places; i++)
		if (place[i].address == address) {
			*length = place[i].length;
			return firmware_map(address, *length);
		}
	return NULL;
}

void firmware_acpi(struct acpi *acpi)
{
	const struct place *rsdp = find("RSD PTR ");

	acpi_init(acpi, rsdp ? firmware_map(rsdp->address, rsdp->length) : NULL,
		  firmware_map);
}

/* ---- damage ------------------------------------------------------------ */

void firmware_damage(void (*look)(void))
{
	for (unsigned i = 0; i < places; i++) {
		struct place *p = &place[i], whole = *p;
		size_t least = p->kind == TAGS ? 8 : 0;

		while (p->kind != PLAIN && !p->sealed && p->length > least) {
			p->length--;
			if (p->length > 10)
				seal(p);
			lay_down();
			look();
		}
		*p = whole;
		if (p->sums)
			p->bytes[p->sum[0].at] ^= 1;
		lay_down();
		look();
		*p = whole;
	}
}
