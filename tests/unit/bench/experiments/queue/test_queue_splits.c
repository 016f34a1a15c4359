/* SPDX-License-Identifier: MIT */
/* bench/experiments/queue/across.c: how many produce and how many consume. */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/harness/trial.h"
#include "tests/unit/test.h"

static bool take_turns;
static struct record_key begun;
static unsigned stepped;

static void apart_begin(const struct record_key *key)
{
	begun = *key;
}

static void apart_step(unsigned steps)
{
	stepped += steps;
}

#define timeshared() take_turns
#define trial_begin apart_begin
#define trial_step apart_step
#define queue_across_run apart_across_run
#define queue_across_steps apart_across_steps
#include "bench/experiments/queue/across.c"

#include <string.h>
#include <unistd.h>

#include "kernel/ticks.h"
#include "tests/unit/fake_machine.h"

static unsigned splits(unsigned cores, bool turns, struct queue_split *split)
{
	const struct settings settings = { .cores = cores, .variants = "" };

	take_turns = turns;
	return splits_now(&settings, split);
}

TEST(queue_splits_are_the_ends_and_the_quarters)
{
	static const struct {
		unsigned cores, count, producers[4];
	} is[] = {
		{ 2, 1, { 1 } }, { 3, 2, { 1, 2 } }, { 4, 3, { 1, 2, 3 } },
		{ 8, 4, { 1, 3, 5, 7 } } };

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct queue_split split[QUEUE_SPLITS_MAX];

		CHECK_EQUAL(splits(is[i].cores, false, split), is[i].count);
		for (unsigned k = 0; k < is[i].count; k++) {
			CHECK_EQUAL(split[k].producers, is[i].producers[k]);
			CHECK_EQUAL(split[k].producers + split[k].consumers,
				    is[i].cores);
		}
	}
	CHECK_EQUAL(fake.records, 0);
}

TEST(queue_splits_fit_into_their_room)
{
	for (unsigned full = 0; full < 2; full++)
		for (unsigned cores = 2; cores <= MACHINE_MAX_CORES; cores++) {
			struct queue_split split[MACHINE_MAX_CORES];
			unsigned n = splits_of(cores, full, split);

			CHECK(n <= QUEUE_SPLITS_MAX);
			CHECK_EQUAL(split[0].producers, 1);
			CHECK_EQUAL(split[n - 1].consumers, 1);
			CHECK(n > 1 || cores == 2);
		}
}

TEST(queue_split_of_cores_that_take_turns_is_one_to_one)
{
	struct queue_split split[QUEUE_SPLITS_MAX];

	CHECK_EQUAL(splits(6, true, split), 1);
	CHECK_EQUAL(split[0].producers, 1);
	CHECK_EQUAL(split[0].consumers, 1);
	CHECK_TEXT(begun.variant, "across");
	CHECK_EQUAL(begun.cores, 2);
	CHECK_EQUAL(fake.records, 1); /* a warning */
	/* What is left out counts as done. */
	CHECK_EQUAL(stepped,
		    apart_across_steps(&(struct settings){ .cores = 6,
							   .variants = "" }));
}

#define CHUNK_MS 10u

static bool has_pushed; /* atomic */

static uint64_t push_at_once(void *queue, uint64_t count)
{
	(void)queue;
	atomic_store_relaxed(&has_pushed, true);
	return count;
}

/* Not before core 0 has begun, however late that comes. */
static uint64_t take_slowly(void *queue, uint64_t count)
{
	(void)queue;
	while (!atomic_load_relaxed(&has_pushed))
		usleep(100);
	usleep(CHUNK_MS * 1000);
	return count;
}

static bool is_empty(void *queue, struct work *work)
{
	(void)queue;
	(void)work;
	return false;
}

TEST(queue_round_lasts_until_the_last_item_was_taken)
{
	static const struct queue_kind slow = {
		.pushes = push_at_once, .pops = take_slowly, .pop = is_empty };

	fake.cores = 2;
	take_turns = false;
	run.kind = &slow;
	run.split = (struct queue_split){ 1, 1 };
	CHECK(one_round(2 * CHUNK));
	CHECK(run.wall >= ticks_of_ms(2 * CHUNK_MS));
}

/* ---- items that do not go through ---------------------------------------- */

static uint64_t inside;

static uint64_t push_counted(void *queue, uint64_t count)
{
	(void)queue;
	inside += count;
	return count;
}

static uint64_t take_none(void *queue, uint64_t count)
{
	(void)queue;
	(void)count;
	return 0;
}

static bool pop_counted(void *queue, struct work *work)
{
	(void)queue;
	(void)work;
	return inside && inside--;
}

/* A round through a queue whose items come late, or are lost. */
static bool goes_on(const struct queue_kind *kind, const char *verdict)
{
	static struct subject one;
	const char *record;
	bool ok = true;

	one = (struct subject){ .kind = kind, .name = "slow/across",
				.ok = true, .items = 4 * CHUNK };
	subjects = &one;
	fake.cores = 2;
	run.split = (struct queue_split){ 1, 1 };
	CHECK(pass(&ok, 0, 0));
	CHECK(!one.ok);
	CHECK(pass(&ok, 0, 1)); /* nothing more is asked of it */
	record = fake.record[0];
	CHECK(strstr(record, "\"record\":\"validation\""));
	CHECK(strstr(record, verdict));
	return ok;
}

TEST(queue_items_that_come_late_are_not_proven)
{
	static const struct queue_kind late = {
		.name = "slow", .pushes = push_counted, .pops = take_none,
		.pop = pop_counted };

	CHECK(goes_on(&late, "\"verdict\":\"not_proven\",\"property\":\"each "
		      "item goes through\",\"reason\":\"items came too late"));
	CHECK_EQUAL(fake.records, 1);
	CHECK_EQUAL(proven_of("queue", "slow", 2), NOT_PROVEN);
}

TEST(queue_items_that_are_lost_make_it_wrong)
{
	static const struct queue_kind loses = {
		.name = "slow", .pushes = push_counted, .pops = take_none,
		.pop = is_empty };

	CHECK(!goes_on(&loses, "\"verdict\":\"failed\",\"property\":\"each "
		       "item goes through\",\"reason\":\"items were lost\","
		       "\"counts\":{\"operations\":1024,\"in\":1024,\"out\":0,"
		       "\"left\":0}"));
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[1], "\"items_lost\",\"text\":\"queue "
		     "slow/across on 2 cores: items were lost\""));
	CHECK_EQUAL(proven_of("queue", "slow", 2), DISPROVEN);
}

/* Of a full queue that nobody empties: one wait, not one a chunk. */
TEST(queue_core_that_waited_in_vain_claims_no_more)
{
	static const struct queue_kind full = { .pushes = take_none };

	run.kind = &full;
	run.bulk = false;
	run.unpushed = 8 * CHUNK;
	CHECK_EQUAL(produce(), 0);
	CHECK_EQUAL(run.unpushed, 7 * CHUNK);
}

TEST(queue_figure_across_is_of_one_item)
{
	static const struct queue_kind any = { .name = "any" };
	static struct subject one = {
		.kind = &any, .name = "any/across", .ok = true, .items = 640,
		.sample = { 6400 }, .history = { .rounds = 1 } };

	one.history.p50[0] = 6400;
	one.history.mean_milli[0] = 6400000;
	run.split = (struct queue_split){ 1, 1 };
	report(&one);
	if (!CHECK(fake.records > 0))
		return;
	CHECK(strstr(fake.record[fake.records - 1], "\"batch\":640,"));
	CHECK(strstr(fake.record[fake.records - 1], "\"p50\":10,"));
	CHECK(strstr(fake.record[fake.records - 1], "\"rounds\":[10],"));
}
