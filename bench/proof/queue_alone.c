/* SPDX-License-Identifier: MIT */
#include "bench/proof/queue_alone.h"

#include "bench/proof/items.h"

#define STEPS 3000u
#define BULK QUEUE_BULK_MOST
#define OVERFULL 16u     /* times its capacity: then it takes anything */
#define LAPS 3u          /* of a queue that is filled and emptied */
#define MODEL 128u       /* items it can hold, a power of two */
#define LOST "a pop finds nothing where items are"

/* The items that the queue must hold, oldest first. */
static struct {
	const struct queue_kind *kind;
	void *queue;
	uint32_t capacity;
	uint32_t oldest, end;     /* the newest is before it */
	struct work item[MODEL];
	uint32_t random;
} model;

static uint32_t held(void)
{
	return model.end - model.oldest;
}

static uint32_t below(uint32_t bound)
{
	model.random = model.random * 1664525u + 1013904223u;
	return (model.random >> 8) % bound;
}

/* ---- in ------------------------------------------------------------------- */

static const char *push_n(uint32_t n)
{
	struct work work[BULK];
	uint32_t done;

	for (uint32_t i = 0; i < n; i++)
		work[i] = item_after(0, i);
	done = n > 1 ? model.kind->push_bulk(model.queue, work, n)
		     : model.kind->push(model.queue, work[0]);
	if (done > n)
		return "a bulk says that it took more than it was given";
	for (uint32_t i = 0; i < done; i++)
		model.item[model.end++ % MODEL] = work[i];
	item_pushed(0, done);
	if (done < n && held() < model.capacity / 2)
		return "it calls itself full though it has room";
	if (held() > MODEL - BULK)
		return "it takes more than it has room for";
	return NULL;
}

static const char *push_one(void)
{
	return push_n(1);
}

static const char *push_some(void)
{
	return push_n(below(3) ? 1 : below(BULK) + 1);
}

/* ---- out ------------------------------------------------------------------ */

static const char *compare(struct work got, bool newest)
{
	struct work want;
	const char *why = item_popped(0, got);

	if (why)
		return why;
	if (!held())
		return "an item came out of an empty queue";
	want = newest ? model.item[--model.end % MODEL]
		      : model.item[model.oldest++ % MODEL];
	return got.arg == want.arg ? NULL : "items came out of order";
}

static const char *compare_all(const struct work *got, uint32_t n, bool newest)
{
	const char *why = NULL;

	for (uint32_t i = 0; i < n && !why; i++)
		why = compare(got[i], newest);
	return why;
}

static const char *pop_n(uint32_t n)
{
	struct work work[BULK];
	const char *why;
	uint32_t done;

	done = n > 1 ? model.kind->pop_bulk(model.queue, work, n)
		     : model.kind->pop(model.queue, work);
	if (done > n)
		return "a bulk says that it gave more than it was asked for";
	why = compare_all(work, done, model.kind->flags & QUEUE_LIFO);
	return !why && done < n && held() ? LOST : why;
}

static const char *pop_one(void)
{
	return pop_n(1);
}

static const char *pop_some(void)
{
	return pop_n(below(3) ? 1 : below(BULK) + 1);
}

/* Half of them at most, but at least one. */
static const char *steal_some(void)
{
	struct work work[BULK];
	uint32_t n = below(2) ? 1 : BULK, done;
	const char *why;

	done = n > 1 ? model.kind->steal_half(model.queue, work, n)
		     : model.kind->steal(model.queue, work);
	if (done > n)
		return "a steal says that it took more than it was asked for";
	why = compare_all(work, done, false);
	return !why && !done && held() ? "a steal finds nothing where items are"
				       : why;
}

static const char *one_step(uint32_t step)
{
	bool fills = step / 64 % 2; /* in turn it fills and drains */
	uint32_t way = below(8);

	if (model.kind->looks_empty &&
	    model.kind->looks_empty(model.queue) != !held())
		return "looks_empty does not tell the truth";
	if (fills ? way < 6 : way < 2)
		return push_some();
	return model.kind->steal && way == 7 ? steal_some() : pop_some();
}

const char *queue_prove_alone(const struct queue_kind *kind, void *queue,
			      uint32_t capacity)
{
	const char *why = NULL;

	items_begin(1, 1, false);
	if (kind->flags & QUEUE_WORD)
		items_of_a_word();
	model.kind = kind;
	model.queue = queue;
	model.capacity = capacity;
	model.oldest = model.end = model.random = 0;
	for (uint32_t i = 0; i < STEPS && !why; i++)
		why = one_step(i);
	while (held() && !why)
		why = pop_some();
	return why;
}

const char *queue_prove_laps(uint32_t laps)
{
	const char *why = NULL;
	uint32_t before;

	do {
		before = held();
		why = push_one();
	} while (!why && held() > before);
	for (uint32_t i = 0; i < laps && !why; i++) {
		why = pop_one();
		if (!why)
			why = push_one();
	}
	while (held() && !why)
		why = pop_one();
	return why;
}

/* ---- at the capacity and in the bulks that are timed --------------------- */

static uint32_t push_up_to(uint32_t n)
{
	struct work work[BULK];

	for (uint32_t i = 0; i < n; i++)
		work[i] = item_after(0, i);
	return n > 1 ? model.kind->push_bulk(model.queue, work, n)
		     : model.kind->push(model.queue, work[0]);
}

/* Until it is full. */
static const char *fill(uint32_t n, uint32_t *in)
{
	uint32_t done;

	for (*in = 0; *in < OVERFULL * model.capacity; *in += done) {
		done = push_up_to(n);
		if (done > n)
			return "a bulk says that it took more than it was given";
		item_pushed(0, done);
		if (done < n && *in + done < model.capacity / 2)
			return "it calls itself full though it has room";
		if (!done)
			return NULL;
	}
	return "it takes more than it has room for";
}

static uint32_t take(struct work *work, uint32_t n, bool steals)
{
	const struct queue_kind *kind = model.kind;

	if (steals)
		return n > 1 ? kind->steal_half(model.queue, work, n)
			     : kind->steal(model.queue, work);
	return n > 1 ? kind->pop_bulk(model.queue, work, n)
		     : kind->pop(model.queue, work);
}

/* Until it is empty; each item's number tells whether it is the right one. */
static const char *drain(uint32_t n, uint32_t in, bool steals)
{
	struct work work[BULK];
	const char *why = NULL;
	uint32_t done, out = 0;

	do {
		done = take(work, n, steals);
		if (done > n)
			return "a bulk says that it gave more than it was asked for";
		for (uint32_t i = 0; i < done && !why; i++)
			why = item_popped(0, work[i]);
		out += done;
	} while (done && !why);
	return why ? why : out == in ? NULL : LOST;
}

const char *queue_prove_room(const struct queue_kind *kind, void *queue,
			     uint32_t capacity)
{
	static const uint32_t width[] = { QUEUE_WIDTHS };
	const char *why = NULL;
	uint32_t in;

	model.kind = kind;
	model.queue = queue;
	model.capacity = capacity;
	for (unsigned i = 0; i < LAPS * sizeof(width) / sizeof(width[0]) && !why;
	     i++) {
		uint32_t n = width[i % (sizeof(width) / sizeof(width[0]))];
		bool steals = kind->steal && i < sizeof(width) / sizeof(width[0]);

		items_begin(1, 1, steals || !(kind->flags & QUEUE_LIFO));
		if (kind->flags & QUEUE_WORD)
			items_of_a_word();
		why = fill(n, &in);
		if (!why)
			why = drain(n, in, steals);
	}
	return why;
}
