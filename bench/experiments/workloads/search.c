/* SPDX-License-Identifier: MIT */
/*
 * Finds a topic in documents each of which takes a while to be read: the
 * reader sleeps, and meanwhile its core can do something else.
 */
#include "bench/bench.h"
#include "bench/config/scale.h"
#include "bench/experiments/workloads/workload.h"
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
} find;

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

static bool prepare(uint32_t items)
{
	find.n = items;
	find.document = bench_scratch((size_t)items * DOCUMENT);
	for (uint32_t i = 0; find.document && i < items; i++)
		write_document(find.document[i], i);
	return find.document;
}

static void reset(void)
{
	find.next = find.found = 0;
	find.ticks = scale_ticks(READ_MS);
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
	sched_sleep_until(tsc_read() + find.ticks);
	if (has_topic(find.document[index]))
		atomic_add_relaxed(&find.found, 1);
}

static void alone(void)
{
	for (uint32_t i = 0; i < find.n; i++)
		read_one(i);
}

static void part(unsigned worker)
{
	uint32_t index;

	(void)worker;
	while ((index = atomic_add_relaxed(&find.next, 1)) < find.n)
		read_one(index);
}

static void rest(void)
{
}

static bool right(void)
{
	return find.found == (find.n + TOPIC_EVERY - 1) / TOPIC_EVERY;
}

const struct workload workload_find = {
	.name = "find", .summary = "search documents that must be waited for",
	.per = "document", .items = 1000, .items_quick = 200,
	.items_least = WORKLOAD_WORKERS, .scale_quick = 4, .prepare = prepare,
	.reset = reset, .alone = alone, .part = part, .rest = rest,
	.right = right,
};
