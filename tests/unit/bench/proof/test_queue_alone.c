/* SPDX-License-Identifier: MIT */
/* A right queue that tells one lie: its check on one core says which. */
#include "bench/proof/queue_alone.h"

#include "bench/proof/items.h"
#include "kernel/string.h"
#include "tests/unit/test.h"

#define CAPACITY 8u
#define ROOM 4096u
#define MORE 33u /* than any bulk of the check */

enum verb { PUSH, POP, STEAL, LOOKS, NO_VERB };
enum how { ODD_COUNT, NOTHING, SWAPS, OFFERED, TORN };

/* In its how many-th call and from then on; none: lies.verb is NO_VERB. */
struct lies {
	enum verb verb;
	bool bulk;
	enum how how;
	unsigned at;
};

static struct {
	struct work item[ROOM];
	uint32_t oldest, end, capacity;
	struct lies lies;
	unsigned calls;
	unsigned pushed, popped, stolen, full, empty;
	bool lifo;
} q;

static uint32_t held(void)
{
	return q.end - q.oldest;
}

static bool lies_in(enum verb verb, bool bulk)
{
	return q.lies.verb == verb && q.lies.bulk == bulk &&
	       ++q.calls >= q.lies.at;
}

static void swap_oldest(void)
{
	struct work first = q.item[q.oldest % ROOM];

	if (held() < 2)
		return;
	q.item[q.oldest % ROOM] = q.item[(q.oldest + 1) % ROOM];
	q.item[(q.oldest + 1) % ROOM] = first;
}

static uint32_t put(const struct work *work, uint32_t n, bool bulk)
{
	bool lie = lies_in(PUSH, bulk);
	uint32_t done = 0;

	if (lie && q.lies.how == NOTHING && held() < q.capacity / 2)
		return 0;
	while (done < n && held() < q.capacity)
		q.item[q.end++ % ROOM] = work[done++];
	q.pushed += done;
	q.full += done < n;
	return done + (lie && q.lies.how == ODD_COUNT) * MORE;
}

static uint32_t get(enum verb verb, struct work *work, uint32_t n, bool bulk)
{
	bool newest = q.lifo && verb == POP, lie = lies_in(verb, bulk);
	uint32_t done = 0;

	if (lie && q.lies.how == NOTHING && held())
		return 0;
	if (lie && q.lies.how == SWAPS)
		swap_oldest();
	while (done < n && held())
		work[done++] = newest ? q.item[--q.end % ROOM]
				      : q.item[q.oldest++ % ROOM];
	q.empty += done < n;
	*(verb == POP ? &q.popped : &q.stolen) += done;
	if (lie && q.lies.how == TORN)
		work->run = NULL;
	if (lie && q.lies.how == OFFERED && !done) {
		*work = item_next(0);
		return 1;
	}
	return done + (lie && q.lies.how == ODD_COUNT) * MORE;
}

static bool push(void *queue, struct work work)
{
	(void)queue;
	return put(&work, 1, false);
}

static uint32_t push_bulk(void *queue, const struct work *works, uint32_t n)
{
	(void)queue;
	return put(works, n, true);
}

static bool pop(void *queue, struct work *work)
{
	(void)queue;
	return get(POP, work, 1, false);
}

static uint32_t pop_bulk(void *queue, struct work *works, uint32_t n)
{
	(void)queue;
	return get(POP, works, n, true);
}

static bool steal(void *queue, struct work *work)
{
	(void)queue;
	return get(STEAL, work, 1, false);
}

static uint32_t steal_half(void *queue, struct work *works, uint32_t most)
{
	uint32_t half = (held() + 1) / 2;

	(void)queue;
	return get(STEAL, works, half < most ? half : most, true);
}

static bool looks_empty(void *queue)
{
	(void)queue;
	return lies_in(LOOKS, false) ? held() : !held();
}

static const struct queue_kind fifo = {
	.name = "model", .push = push, .pop = pop, .push_bulk = push_bulk,
	.pop_bulk = pop_bulk };
static const struct queue_kind stealing = {
	.name = "model", .flags = QUEUE_LIFO | QUEUE_OWNER | QUEUE_STEAL,
	.push = push, .pop = pop, .push_bulk = push_bulk,
	.pop_bulk = pop_bulk, .steal = steal, .steal_half = steal_half,
	.looks_empty = looks_empty };

static const struct lies none = { .verb = NO_VERB };

static void begin(const struct queue_kind *kind, uint32_t capacity,
		  const struct lies *lies)
{
	memset(&q, 0, sizeof(q));
	q.capacity = capacity;
	q.lies = *lies;
	q.lifo = kind->flags & QUEUE_LIFO;
}

static const char *prove(const struct queue_kind *kind, uint32_t capacity,
			 const struct lies *lies)
{
	begin(kind, capacity, lies);
	return queue_prove_alone(kind, &q, CAPACITY);
}

static const char *prove_room(const struct queue_kind *kind, uint32_t capacity,
			      const struct lies *lies)
{
	begin(kind, capacity, lies);
	return queue_prove_room(kind, &q, 64);
}

TEST(queue_alone_that_is_right_is_filled_emptied_and_left_empty)
{
	const struct queue_kind *const kinds[] = { &fifo, &stealing };

	for (unsigned i = 0; i < 2; i++) {
		CHECK_TEXT(prove(kinds[i], CAPACITY, &none), NULL);
		CHECK_EQUAL(held(), 0);
		CHECK_EQUAL(items_popped(), q.pushed);
		CHECK_TEXT(items_missing(), NULL);
		CHECK(q.pushed > 1000 && q.popped > 300);
		CHECK(q.full > 100 && q.empty > 100);
		CHECK_EQUAL(q.stolen > 100, i);
		CHECK_TEXT(prove_room(kinds[i], 64, &none), NULL);
		CHECK_EQUAL(held(), 0);
		/* Three widths, three times; where it can be, one is stolen. */
		CHECK_EQUAL(q.pushed, 9 * 64);
		CHECK_EQUAL(q.stolen, i * 3 * 64);
	}
}

#define FULL "it calls itself full though it has room"
#define TOO_MUCH "it takes more than it has room for"
#define TOOK "a bulk says that it took more than it was given"
#define GAVE "a bulk says that it gave more than it was asked for"
#define LOST "a pop finds nothing where items are"
#define ORDER "items came out of order"
#define UNSTOLEN "a steal finds nothing where items are"
#define STOLE "a steal says that it took more than it was asked for"

/* What looks full while another's verb is unfinished is no mistake; what has
 * less than half of its room, or more than is said, is one. */
TEST(queue_alone_has_about_the_room_that_was_asked_for)
{
	CHECK_TEXT(prove(&fifo, CAPACITY / 2, &none), NULL);
	CHECK_TEXT(prove(&fifo, 64, &none), NULL);
	CHECK_TEXT(prove(&fifo, CAPACITY / 2 - 1, &none), FULL);
	CHECK_TEXT(prove(&fifo, 256, &none), TOO_MUCH);
	CHECK_TEXT(prove_room(&fifo, 32, &none), NULL);
	CHECK_TEXT(prove_room(&fifo, 31, &none), FULL);
	CHECK_TEXT(prove_room(&fifo, 16 * 64 - 1, &none), NULL);
	CHECK_TEXT(prove_room(&fifo, 16 * 64 + 1, &none), TOO_MUCH);
}

TEST(queue_alone_that_lies_is_found_out)
{
	static const struct {
		struct lies lies;
		const char *why, *why_in_room; /* NULL: not asked there */
	} lie[] = {
		{ { PUSH, false, NOTHING, 0 }, FULL, FULL },
		{ { PUSH, true, NOTHING, 0 }, FULL, FULL },
		{ { PUSH, true, ODD_COUNT, 0 }, TOOK, TOOK },
		{ { POP, false, NOTHING, 0 }, LOST, LOST },
		{ { POP, true, NOTHING, 0 }, LOST, LOST },
		{ { POP, true, ODD_COUNT, 0 }, GAVE, GAVE },
		{ { POP, false, SWAPS, 0 }, ORDER, ORDER },
		{ { POP, true, SWAPS, 0 }, ORDER, ORDER },
		{ { POP, false, TORN, 0 }, "an item was torn",
		  "an item was torn" },
		{ { POP, false, OFFERED, 0 },
		  "an item came out of an empty queue", NULL },
		{ { STEAL, false, NOTHING, 0 }, UNSTOLEN, LOST },
		{ { STEAL, true, NOTHING, 0 }, UNSTOLEN, LOST },
		{ { STEAL, true, ODD_COUNT, 0 }, STOLE, GAVE },
		{ { STEAL, false, SWAPS, 0 }, ORDER, ORDER },
		{ { STEAL, true, SWAPS, 0 }, ORDER, ORDER },
		{ { LOOKS, false, NOTHING, 0 },
		  "looks_empty does not tell the truth", NULL },
	};

	for (unsigned i = 0; i < sizeof(lie) / sizeof(lie[0]); i++) {
		struct lies lies = lie[i].lies;
		const struct queue_kind *kind = lies.verb < STEAL ? &fifo :
						&stealing;

		for (lies.at = 1; lies.at < 100; lies.at += 33)
			CHECK_TEXT(prove(kind, CAPACITY, &lies), lie[i].why);
		lies.at = 2;
		if (lie[i].why_in_room)
			CHECK_TEXT(prove_room(kind, 64, &lies),
				   lie[i].why_in_room);
	}
}

TEST(queue_laps_keep_it_full)
{
	CHECK_TEXT(prove(&fifo, CAPACITY, &none), NULL);
	q.pushed = q.popped = 0;
	CHECK_TEXT(queue_prove_laps(400), NULL);
	CHECK_EQUAL(held(), 0);
	CHECK_EQUAL(q.pushed, CAPACITY + 400);
	CHECK_EQUAL(q.popped, CAPACITY + 400);
}

/* Behind a full queue, much later, or in the last pops. */
TEST(queue_laps_see_mistakes_in_each_part)
{
	for (unsigned at = 1; at < 2 * CAPACITY; at++) {
		CHECK_TEXT(prove(&fifo, CAPACITY, &none), NULL);
		q.lies = (struct lies){ POP, false, at % 2 ? NOTHING : SWAPS,
					at };
		CHECK_TEXT(queue_prove_laps(CAPACITY), at % 2 ? LOST : ORDER);
	}
}
