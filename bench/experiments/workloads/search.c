/* SPDX-License-Identifier: MIT */
/*
 * Finds a topic in documents each of which takes a while to be read: the
 * reader sleeps, and meanwhile its core can do something else.
 */
#include "bench/bench.h"
#include "bench/config/scale.h"
#include "bench/experiments/workloads/workloads.h"
#include "kernel/string.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

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

const struct workload workload_search = {
	.name = "find", .summary = "search documents that must be waited for",
	.per = "document", .items = 1000, .items_quick = 100,
	.items_least = WORKLOAD_WORKERS, .scale_quick = 4,
	.prepare = search_prepare, .reset = search_reset,
	.alone = search_alone, .part = search_part, .right = search_right,
};
