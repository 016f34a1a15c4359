/* SPDX-License-Identifier: MIT */
/*
 * A right queue that tells one lie: its check on one core says which. The queue
 * gives a lie a number, the how many-th call of that verb.
 */
#include "bench/proof/queue_alone.h"

#include <string.h>

#include "bench/proof/items.h"
#include "tests/unit/test.h"

#define CAPACITY 8u
#define ROOM 256u
#define MORE 33u /* than any bulk of the check */

enum verb { PUSH, POP, STEAL, LOOKS, NO_VERB };

static struct {
	struct work item[ROOM];
	uint32_t oldest, end, capacity;
	enum verb lies;      /* which verb, */
	bool bulk;           /* in its bulk, */
	unsigned at, calls;  /* and from which call on */
	enum { ODD_COUNT, NOTHING, SWAPS, NO_LIE } how;
	unsigned pushed, popped, stolen, bulks, full, empty;
} q;

static uint32_t held(void)
{
	return q.end - q.oldest;
}

static bool lies(enum verb verb, bool bulk)
{
	return q.lies == verb && q.bulk == bulk && q.how != NO_LIE &&
	       ++q.calls >= q.at;
}

static uint32_t put(const struct work *work, uint32_t n)
{
	uint32_t done = 0;

	while (done < n && held() < q.capacity)
		q.item[q.end++ % ROOM] = work[done++];
	q.pushed += done;
	q.full += done < n;
	return done;
}

static uint32_t get(struct work *work, uint32_t n, bool newest)
{
	uint32_t done = 0;

	while (done < n && held())
		work[done++] = newest ? q.item[--q.end % ROOM]
				      : q.item[q.oldest++ % ROOM];
	q.empty += done < n;
	return done;
}

static void swap_oldest(void)
{
	struct work first = q.item[q.oldest % ROOM];

	if (held() < 2)
		return;
	q.item[q.oldest % ROOM] = q.item[(q.oldest + 1) % ROOM];
	q.item[(q.oldest + 1) % ROOM] = first;
}

static uint32_t push_n(const struct work *work, uint32_t n, bool bulk)
{
	bool lie = lies(PUSH, bulk);

	if (lie && q.how == NOTHING && held() < q.capacity / 2)
		return 0;
	return put(work, n) + (lie && q.how == ODD_COUNT) * MORE;
}

static uint32_t take_n(enum verb verb, struct work *work, uint32_t n,
		       bool bulk, bool newest)
{
	bool lie = lies(verb, bulk);

	if (lie && q.how == NOTHING && held())
		return 0;
	if (lie && q.how == SWAPS)
		swap_oldest();
	return get(work, n, newest) + (lie && q.how == ODD_COUNT) * MORE;
}

static bool lifo;

static bool push(void *queue, struct work work)
{
	(void)queue;
	return push_n(&work, 1, false);
}

static uint32_t push_bulk(void *queue, const struct work *works, uint32_t n)
{
	(void)queue;
	q.bulks++;
	return push_n(works, n, true);
}

static bool pop(void *queue, struct work *work)
{
	bool any;

	(void)queue;
	any = take_n(POP, work, 1, false, lifo);
	q.popped += any;
	return any;
}

static uint32_t pop_bulk(void *queue, struct work *works, uint32_t n)
{
	(void)queue;
	q.bulks++;
	return take_n(POP, works, n, true, lifo);
}

static bool steal(void *queue, struct work *work)
{
	(void)queue;
	q.stolen++;
	return take_n(STEAL, work, 1, false, false);
}

static uint32_t steal_half(void *queue, struct work *works, uint32_t most)
{
	uint32_t half = (held() + 1) / 2;

	(void)queue;
	q.stolen++;
	return take_n(STEAL, works, half < most ? half : most, true, false);
}

static bool looks_empty(void *queue)
{
	(void)queue;
	return lies(LOOKS, false) ? held() : !held();
}

static const struct queue_kind fifo_kind = {
	.name = "model", .push = push, .pop = pop, .push_bulk = push_bulk,
	.pop_bulk = pop_bulk };
static const struct queue_kind stealing_kind = {
	.name = "model", .flags = QUEUE_LIFO | QUEUE_OWNER | QUEUE_STEAL,
	.push = push, .pop = pop, .push_bulk = push_bulk,
	.pop_bulk = pop_bulk, .steal = steal, .steal_half = steal_half,
	.looks_empty = looks_empty };

static const char *prove(const struct queue_kind *kind, uint32_t capacity)
{
	q.oldest = q.end = q.calls = 0;
	q.pushed = q.popped = q.stolen = q.bulks = q.full = q.empty = 0;
	q.capacity = capacity;
	lifo = kind->flags & QUEUE_LIFO;
	return queue_prove_alone(kind, &q, CAPACITY);
}

TEST(queue_alone_that_is_right_is_filled_emptied_and_left_empty)
{
	const struct queue_kind *const kinds[] = { &fifo_kind, &stealing_kind };

	q.how = NO_LIE;
	for (unsigned i = 0; i < 2; i++) {
		CHECK_TEXT(prove(kinds[i], CAPACITY), NULL);
		CHECK_EQUAL(held(), 0);
		CHECK_EQUAL(items_popped(), q.pushed);
		CHECK_TEXT(items_missing(), NULL);
		CHECK(q.pushed > 1000 && q.popped > 300 && q.bulks > 500);
		CHECK(q.full > 100 && q.empty > 100);
		CHECK_EQUAL(q.stolen > 100, i);
	}
}

/* What looks full while another's verb is unfinished is no mistake; what has
 * less than half of its room, or more than is said, is one. */
TEST(queue_alone_has_about_the_room_that_was_asked_for)
{
	q.how = NO_LIE;
	CHECK_TEXT(prove(&fifo_kind, CAPACITY / 2), NULL);
	CHECK_TEXT(prove(&fifo_kind, 64), NULL);
	CHECK_TEXT(prove(&fifo_kind, CAPACITY / 2 - 1),
		   "it calls itself full though it has room");
	CHECK_TEXT(prove(&fifo_kind, ROOM),
		   "it takes more than it has room for");
}

TEST(queue_alone_that_lies_once_is_found_out)
{
	static const struct {
		enum verb verb;
		bool bulk;
		int how;
		const char *why;
	} lie[] = {
		{ PUSH, false, NOTHING,
		  "it calls itself full though it has room" },
		{ PUSH, true, NOTHING,
		  "it calls itself full though it has room" },
		{ PUSH, true, ODD_COUNT,
		  "a bulk says that it took more than it was given" },
		{ POP, false, NOTHING, "a pop finds nothing where items are" },
		{ POP, true, NOTHING, "a pop finds nothing where items are" },
		{ POP, true, ODD_COUNT,
		  "a bulk says that it gave more than it was asked for" },
		{ POP, false, SWAPS, "items came out of order" },
		{ POP, true, SWAPS, "items came out of order" },
		{ STEAL, false, NOTHING,
		  "a steal finds nothing where items are" },
		{ STEAL, true, NOTHING,
		  "a steal finds nothing where items are" },
		{ STEAL, true, ODD_COUNT,
		  "a steal says that it took more than it was asked for" },
		{ STEAL, false, SWAPS, "items came out of order" },
		{ STEAL, true, SWAPS, "items came out of order" },
		{ LOOKS, false, NOTHING,
		  "looks_empty does not tell the truth" },
	};

	for (unsigned i = 0; i < sizeof(lie) / sizeof(lie[0]); i++)
		for (unsigned at = 1; at < 100; at += 33) {
			q.lies = lie[i].verb;
			q.bulk = lie[i].bulk;
			q.how = lie[i].how;
			q.at = at;
			CHECK_TEXT(prove(lie[i].verb < STEAL ? &fifo_kind
							     : &stealing_kind,
					 CAPACITY), lie[i].why);
		}
}

/* An item that was never in: from a queue that is empty, one that was only
 * offered, or one that is torn. */
static bool pop_offered(void *queue, struct work *work)
{
	if (pop(queue, work))
		return true;
	*work = item_next(0);
	return true;
}

static bool pop_torn(void *queue, struct work *work)
{
	bool any = pop(queue, work);

	work->run = NULL;
	return any;
}

TEST(queue_alone_that_gives_what_was_never_in_is_found_out)
{
	struct queue_kind kind = fifo_kind;

	q.how = NO_LIE;
	kind.pop = pop_offered;
	CHECK_TEXT(prove(&kind, CAPACITY),
		   "an item came out of an empty queue");
	kind.pop = pop_torn;
	CHECK_TEXT(prove(&kind, CAPACITY), "an item was torn");
}

TEST(queue_laps_keep_it_full)
{
	q.how = NO_LIE;
	CHECK_TEXT(prove(&fifo_kind, CAPACITY), NULL);
	q.pushed = q.popped = 0;
	CHECK_TEXT(queue_prove_laps(400), NULL);
	CHECK_EQUAL(held(), 0);
	CHECK_EQUAL(q.pushed, CAPACITY + 400);
	CHECK_EQUAL(q.popped, CAPACITY + 400);
	q.lies = POP;
	q.how = NOTHING;
	q.at = 100;
	CHECK_TEXT(queue_prove_laps(400), "a pop finds nothing where items are");
}

/* A mistake behind a full queue, or in the last pops, is seen, too. */
TEST(queue_laps_see_mistakes_in_each_part)
{
	for (unsigned at = 1; at < 2 * CAPACITY; at++) {
		q.how = NO_LIE;
		CHECK_TEXT(prove(&fifo_kind, CAPACITY), NULL);
		q.calls = 0;
		q.lies = POP;
		q.bulk = false;
		q.how = at % 2 ? NOTHING : SWAPS;
		q.at = at;
		CHECK(queue_prove_laps(CAPACITY));
	}
}
