/* SPDX-License-Identifier: MIT */
#include "bench/proof/queue_verbs.h"

#include "bench/proof/crowd.h"
#include "bench/proof/hold_up.h"
#include "bench/proof/items.h"
#include "bench/proof/queue_alone.h"
#include "kernel/minmax.h"

#define BULK QUEUE_BULK_MOST
#define BULK_OFTEN 3u
#define PUSHING TRYING
#define POPPING INSIDE

struct queue_checked queue_checked;

/* ---- who does what ---------------------------------------------------------- */

bool queue_pushes(unsigned core)
{
	return core < queue_checked.producers || queue_checked.mixed;
}

bool queue_pops(unsigned core)
{
	return core >= queue_checked.producers || queue_checked.mixed ||
	       queue_checked.kind->flags & QUEUE_OWNER;
}

static bool steals(unsigned core)
{
	return queue_checked.kind->flags & QUEUE_OWNER && core;
}

/* ---- a verb ----------------------------------------------------------------- */

static void look_for(unsigned core, enum doing opposite)
{
	for (unsigned i = 0; i < crowd_peers(); i++) {
		crowd_word word = crowd_peer(core, i);
		enum doing doing = CROWD_DOING(word);

		if (doing == opposite ||
		    (queue_checked.any_verb && doing != AWAY))
			crowd_met(core, i, word);
	}
}

/* Mostly one; a bulk of a few, and now and then of as many as are timed. */
static uint32_t one_or_more(unsigned core)
{
	uint32_t way = crowd_random(core) >> 8 & 15;

	return way > 3 ? 1 : way ? BULK_OFTEN : BULK;
}

/* A verb and what it works on. */
struct call {
	unsigned core;
	uint32_t n, done;
	struct work work[BULK];
};

static void push(void *arg)
{
	const struct queue_kind *kind = queue_checked.kind;
	struct call *c = arg;

	c->done = c->n > 1 ?
		kind->push_bulk(queue_checked.queue, c->work, c->n) :
		kind->push(queue_checked.queue, c->work[0]);
}

static void take(void *arg)
{
	const struct queue_kind *kind = queue_checked.kind;
	struct call *c = arg;

	if (steals(c->core))
		c->done = c->n > 1 ?
			kind->steal_half(queue_checked.queue, c->work, c->n) :
			kind->steal(queue_checked.queue, c->work);
	else
		c->done = c->n > 1 ?
			kind->pop_bulk(queue_checked.queue, c->work, c->n) :
			kind->pop(queue_checked.queue, c->work);
}

static void say_and_call(struct call *call, bool held, enum doing doing,
			 enum doing opposite, struct held_verb *verb)
{
	crowd_say(call->core, doing);
	look_for(call->core, opposite);
	if (held)
		hold_up(call->core, verb, call);
	else
		verb->call(call);
	look_for(call->core, opposite);
	crowd_say(call->core, AWAY);
}

uint32_t queue_push_some(unsigned core, bool held)
{
	static struct held_verb verb = { .call = push };
	struct call call = { .core = core, .n = one_or_more(core) };

	for (uint32_t i = 0; i < call.n; i++)
		call.work[i] = item_after(core, i);
	say_and_call(&call, held, PUSHING, POPPING, &verb);
	item_pushed(core, (uint32_t)min_u64(call.done, call.n));
	return call.done;
}

uint32_t queue_pop_some(unsigned core, bool held)
{
	static struct held_verb verb = { .call = take };
	struct call call = { .core = core, .n = one_or_more(core) };

	say_and_call(&call, held, POPPING, PUSHING, &verb);
	for (uint32_t i = 0; i < call.done && i < call.n; i++) {
		const char *why = item_popped(core, call.work[i]);

		if (why)
			crowd_wrong(why);
	}
	return call.done;
}

void queue_begin_items(void)
{
	items_begin(queue_checked.mixed ? queue_checked.cores
					: queue_checked.producers,
		    queue_checked.cores,
		    !(queue_checked.kind->flags & QUEUE_LIFO));
	if (queue_checked.kind->flags & QUEUE_WORD)
		items_of_a_word();
}

const char *queue_drain(void)
{
	struct work work;
	const char *why = NULL;

	while (!why && queue_checked.kind->pop(queue_checked.queue, &work))
		why = item_popped(0, work);
	return why ? why : items_missing();
}
