/* SPDX-License-Identifier: MIT */
/* The work itself: integers added up, bubble sort, a search that waits. */
#include "bench/experiments/workloads/workloads.h"

#include "bench/bench.h"
#include "bench/config/scale.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

/* ---- add: all cores can work, the memory may not follow ---------------- */

static struct {
	uint64_t *value;
	uint32_t n;
	uint64_t sum; /* atomic */
} add;

static bool add_prepare(uint32_t items)
{
	add.n = items;
	add.value = bench_scratch((size_t)items * sizeof(*add.value));
	for (uint32_t i = 0; add.value && i < items; i++)
		add.value[i] = i;
	return add.value;
}

static void add_reset(void)
{
	add.sum = 0;
}

__attribute__((noinline)) static uint64_t sum_of(const uint64_t *value,
						 const uint64_t *end)
{
	uint64_t sum = 0;

	while (value < end)
		sum += *value++;
	return sum;
}

static void add_alone(void)
{
	add.sum = sum_of(add.value, add.value + add.n);
}

static void add_part(unsigned worker, unsigned workers)
{
	uint64_t from = (uint64_t)add.n * worker / workers;
	uint64_t to = (uint64_t)add.n * (worker + 1) / workers;

	atomic_add_relaxed(&add.sum, sum_of(add.value + from, add.value + to));
}

static bool add_right(void)
{
	return add.sum == (uint64_t)add.n * (add.n - 1) / 2;
}

/* 80 MB at 5 GHz fit in 64 bits. */
static int64_t gigabytes(uint32_t items, int64_t ticks)
{
	uint64_t bytes = items * sizeof(uint64_t);

	return (int64_t)(bytes * machine_clock()->hz / (uint64_t)ticks /
			 1000000);
}

const struct workload workload_add = {
	.name = "add", .summary = "add up a list of integers",
	.per = "integer", .items = 10000000,
	.items_quick = 1000000, .items_least = 1000, .prepare = add_prepare,
	.reset = add_reset, .alone = add_alone, .part = add_part,
	.right = add_right, .figure_name = "gb_rounds", .figure = gigabytes,
	.figure_forms = FORM_CONCURRENT + 1,
};

/* ---- sort -------------------------------------------------------------- */

/*
 * Bubble sort. Workers sort a part of the list each, but then the whole list
 * has to be sorted all the same: as published, by bubble sort again.
 */

static struct {
	uint32_t *number;   /* sorted in place */
	uint32_t *shuffled; /* 0 .. n - 1 in random order */
	uint32_t n;
} sort;

/* Knuth, "The Art of Computer Programming", vol. 2, 3.4.2, algorithm P; the
 * same order each time. */
static void shuffle(uint32_t *number, uint32_t n)
{
	uint64_t state = 1;

	for (uint32_t i = n - 1; i > 0; i--) {
		uint32_t k, kept = number[i];

		state = state * 6364136223846793005u + 1442695040888963407u;
		k = (uint32_t)((state >> 32) * (i + 1) >> 32);
		number[i] = number[k];
		number[k] = kept;
	}
}

static bool sort_prepare(uint32_t items)
{
	sort.n = items;
	sort.number = bench_scratch(items * sizeof(*sort.number));
	sort.shuffled = bench_scratch(items * sizeof(*sort.shuffled));
	if (!sort.number || !sort.shuffled)
		return false;
	for (uint32_t i = 0; i < items; i++)
		sort.shuffled[i] = i;
	shuffle(sort.shuffled, items);
	return true;
}

static void sort_reset(void)
{
	for (uint32_t i = 0; i < sort.n; i++)
		sort.number[i] = sort.shuffled[i];
}

/* One sweep; false: nothing was out of order. */
static inline bool sweep(uint32_t *number, uint32_t n)
{
	bool swapped = false;

	for (uint32_t i = 1; i < n; i++) {
		uint32_t low = number[i - 1], high = number[i];

		if (low <= high)
			continue;
		number[i - 1] = high;
		number[i] = low;
		swapped = true;
	}
	return swapped;
}

__attribute__((noinline)) static void bubble(uint32_t *number, uint32_t n)
{
	while (n > 1 && sweep(number, n))
		n--;
}

static void sort_alone(void)
{
	bubble(sort.number, sort.n);
}

static void sort_part(unsigned worker, unsigned workers)
{
	uint32_t from = sort.n * worker / workers;
	uint32_t to = sort.n * (worker + 1) / workers;

	bubble(sort.number + from, to - from);
}

static bool sort_right(void)
{
	for (uint32_t i = 0; i < sort.n; i++)
		if (sort.number[i] != i)
			return false;
	return true;
}

const struct workload workload_sort = {
	.name = "sort", .summary = "bubble-sort lists of numbers",
	.per = "number", .items = 4096, .items_quick = 1024,
	.items_least = 64, .prepare = sort_prepare, .reset = sort_reset,
	.alone = sort_alone, .part = sort_part, .rest = sort_alone,
	.right = sort_right,
};

/* ---- find: documents that take a while to be read ---------------------- */

/* A reader sleeps, and meanwhile its core can do something else. */

#define READ_MS 1u
#define DOCUMENT 1024u  /* bytes */
#define TOPIC_EVERY 3u  /* documents: 0, 3, 6 ... have the topic */

static const char topic[] = "scheduler";

static struct {
	char (*document)[DOCUMENT];
	uint32_t n;
	uint32_t next;   /* atomic: to be read next */
	uint32_t found;  /* atomic: documents with the topic */
	uint64_t ticks;  /* of a read */
} search;

static void write_document(char *text, uint32_t index)
{
	const size_t length = sizeof(topic) - 1;

	/* Words that begin like the topic make the search look twice. */
	for (unsigned i = 0; i < DOCUMENT; i++)
		text[i] = i % (length + 1) == length ? ' '
			: topic[i % (length + 1) % (length - 1)];
	if (index % TOPIC_EVERY == 0)
		memcpy(text + index % (DOCUMENT - length), topic, length);
}

static bool search_prepare(uint32_t items)
{
	search.n = items;
	search.document = bench_scratch((size_t)items * DOCUMENT);
	for (uint32_t i = 0; search.document && i < items; i++)
		write_document(search.document[i], i);
	return search.document;
}

static void search_reset(void)
{
	search.next = search.found = 0;
	search.ticks = scale_ticks(READ_MS);
}

__attribute__((noinline)) static bool has_topic(const char *text)
{
	const size_t length = sizeof(topic) - 1;

	for (size_t i = 0; i + length <= DOCUMENT; i++)
		if (text[i] == topic[0] && !memcmp(text + i, topic, length))
			return true;
	return false;
}

static void read_one(uint32_t index)
{
	sched_sleep_until(tsc_read() + search.ticks);
	if (has_topic(search.document[index]))
		atomic_add_relaxed(&search.found, 1);
}

static void search_alone(void)
{
	for (uint32_t i = 0; i < search.n; i++)
		read_one(i);
}

static void search_part(unsigned worker, unsigned workers)
{
	uint32_t index;

	(void)worker;
	(void)workers;
	while ((index = atomic_add_relaxed(&search.next, 1)) < search.n)
		read_one(index);
}

static bool search_right(void)
{
	return search.found == (search.n + TOPIC_EVERY - 1) / TOPIC_EVERY;
}

/* Published milliseconds of a document that is read for one of them. */
static int64_t milliseconds(uint32_t items, int64_t ticks)
{
	return ticks * 1000 / (int64_t)(items * scale_ticks(1));
}

const struct workload workload_search = {
	.name = "find", .summary = "search documents that must be waited for",
	.per = "document", .items = 1000, .items_quick = 100,
	.items_least = WORKLOAD_WORKERS, .scale_quick = 4,
	.prepare = search_prepare, .reset = search_reset,
	.alone = search_alone, .part = search_part, .right = search_right,
	.figure_name = "ms_rounds", .figure = milliseconds,
	.figure_forms = FORM_SEQUENTIAL + 1,
};
