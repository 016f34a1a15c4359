/* SPDX-License-Identifier: MIT */
/* What happened in one schedule, kept while it runs and printed after. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/explore/engine/model.h"

#define MAX_NAMES 32u

struct line {
	unsigned thread;
	const struct explore_site *site; /* NULL: a flush */
	const void *address;
	size_t size;
	uint64_t old, new;
};

static struct line lines[2 * MAX_STEPS];
static unsigned count;

static struct { const char *address, *name; size_t size; } names[MAX_NAMES];
static unsigned named;

void trace_begin(void)
{
	count = named = 0;
}

void explore_name(const void *address, size_t size, const char *name)
{
	if (!run.tracing || named == MAX_NAMES)
		return;
	names[named].address = address;
	names[named].size = size;
	names[named++].name = name;
}

/* The first eight bytes are enough for people. */
static uint64_t word(const void *value, size_t size)
{
	uint64_t word = 0;

	memcpy(&word, value, size < sizeof(word) ? size : sizeof(word));
	return word;
}

static void add(struct line line)
{
	if (count < 2 * MAX_STEPS)
		lines[count++] = line;
}

void trace_access(const struct thread *t, const void *old, const void *new)
{
	if (run.self != NOBODY)
		add((struct line){ run.self, t->site, t->address, t->size,
				   word(old, t->size), word(new, t->size) });
}

void trace_flush(unsigned thread, const struct store *store)
{
	add((struct line){ thread, NULL, store->address, store->size, 0,
			   word(store->value, store->size) });
}

/* ---- printing ---------------------------------------------------------- */

static const char *verb(const struct line *line)
{
	static const char *const verbs[] = {
		"load", "store", "add", "sub", "and", "or", "swap", "cas",
		"fence", "relax", "plain load", "plain store", "signal",
		"wait", "wait",
	};

	return line->site ? verbs[line->site->kind] : "  (in memory)";
}

static const char *order(const struct line *line)
{
	static const char *const orders[] = {
		"", ".acquire", ".release", ".acq_rel", ".seq_cst",
	};

	return line->site ? orders[line->site->order] : "";
}

static void print_place(const struct line *line)
{
	char place[64];

	snprintf(place, sizeof(place), "%p", line->address);
	for (unsigned i = 0; i < named; i++) {
		size_t at = (const char *)line->address - names[i].address;
		if (at < names[i].size) {
			snprintf(place, sizeof(place), "%s+%zu",
				 names[i].name, at);
			break;
		}
	}
	printf(" %-16s", line->size ? place : "");
}

static void print_line(const struct line *line)
{
	char what[32];

	snprintf(what, sizeof(what), "%s%s", verb(line), order(line));
	printf("  T%u %-15s", line->thread, what);
	print_place(line);
	if (!line->site)
		printf(" = 0x%" PRIx64, line->new);
	else if (line->size && line->old == line->new)
		printf(" 0x%" PRIx64, line->old);
	else if (line->size)
		printf(" 0x%" PRIx64 " -> 0x%" PRIx64, line->old, line->new);
	if (line->site)
		printf("  %s  %s", line->site->expression, line->site->where);
	printf("\n");
}

void trace_print(void)
{
	for (unsigned i = 0; i < count; i++)
		print_line(&lines[i]);
}
