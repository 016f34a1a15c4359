/* SPDX-License-Identifier: MIT */
#include "bench/proof/queue_verbs.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/names.h"
#include "bench/config/settings.h"
#include "bench/proof/crowd.h"
#include "bench/proof/hold_up.h"
#include "bench/proof/items.h"
#include "bench/proof/queue_alone.h"
#include "bench/proof/spend.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

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

/* ---- a race ------------------------------------------------------------ */

#define MEETINGS 200u   /* of each core with others, all in a verb */
#define HELD_UP 600u    /* verbs in which others did some */
#define HELD_UP_OURS 200u /* of our own in the quick suite: the explorer has
			   * seen those under every schedule */
#define HELD_UP_LEAST 400u /* enough where these took so long: */
#define HELD_UP_MS 3000u
#define HELD_UP_SETTLED 100u /* enough, where cores take turns for good */
#define RACE_MS 10000u  /* at most */
#define VERBS 4u        /* of a core in a round, at most: a power of two */
#define VERBS_HELD 8u   /* in a round: to meet takes long on a busy host */
#define VERBS_BESIDE 4096u /* of a core beside one held up: more is a wait */
#define DELAY 63u       /* a mask: turns of a loop before the first verb */

static struct {
	uint32_t ended;         /* atomic: the round whose verbs have ended */
	uint32_t round;         /* core 0's; others read it when they meet */
	unsigned victim;        /* of the round: who is held up */
	uint64_t popped;
	uint32_t wanted;        /* verbs held up, but where that is slow */
	uint64_t slow;          /* TSC: from then on the least is enough */
} race __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool push_one(void)
{
	bool in = queue_checked.kind->push(queue_checked.queue, item_next(0));

	item_pushed(0, in);
	return in;
}

static void pop_one(void)
{
	struct work work;
	const char *why;

	if (!queue_checked.kind->pop(queue_checked.queue, &work))
		return;
	why = item_popped(0, work);
	if (why)
		crowd_wrong(why);
}

/* Items end: the queue is empty, and all of them are counted. */
static void renew_items(void)
{
	for (unsigned i = 0; i < queue_checked.cores; i++)
		if (queue_pushes(i) && !items_left(i)) {
			race.popped += items_popped();
			queue_begin_items();
		}
}

static void prepare(void)
{
	uint32_t random = crowd_random(0) >> 8;
	uint32_t few = random >> 1 & 3;

	renew_items();
	race.round++;
	race.victim = race.round / 2 % queue_checked.cores;
	if (random & 1) {
		while (push_one())
			;
		while (few--)
			pop_one();
	} else {
		while (few--)
			push_one();
	}
}

static void verb(unsigned core, bool held)
{
	uint32_t random = crowd_random(core) >> 8;

	if (queue_pushes(core) && items_left(core) &&
	    (!queue_pops(core) || random & 1))
		queue_push_some(core, held);
	else if (queue_pops(core))
		queue_pop_some(core, held);
}

/* All begin at once. */
static void begin_together(unsigned core)
{
	uint32_t verbs = (crowd_random(core) >> 8) % VERBS + 1;

	spend(crowd_random(core) >> 8 & DELAY);
	while (verbs--)
		verb(core, false);
}

/* One core is held up in verbs, the others go on until they have ended. */
static void go_on_beside(unsigned core)
{
	uint32_t round = race.round, verbs = 0, looks = 0;

	if (core == race.victim) {
		for (unsigned i = 0; i < VERBS_HELD && !crowd_over(); i++)
			verb(core, true);
		atomic_store_relaxed(&race.ended, round);
		return;
	}
	while (atomic_load_relaxed(&race.ended) != round && !crowd_over()) {
		verb(core, false);
		if (++verbs > VERBS_BESIDE)
			crowd_let_others(&looks);
	}
}

static uint32_t held_up_wanted(void)
{
	bool ours = names_ours(NAMES_QUEUES, queue_checked.kind->name);

	return ours && !settings_full() ? HELD_UP_OURS : HELD_UP;
}

static uint32_t held_up_enough(void)
{
	uint32_t least = timeshared_settled() ? HELD_UP_SETTLED : HELD_UP_LEAST;

	return tsc_read() < race.slow ? race.wanted
				      : (uint32_t)min_u64(race.wanted, least);
}

static bool seen_enough(unsigned core)
{
	return crowd_met_all(core, MEETINGS) && held_up() >= held_up_enough();
}

static void turn(unsigned core)
{
	const char *why;

	if (!core)
		prepare();
	if (!crowd_meet())
		return;
	if (race.round % 2)
		go_on_beside(core);
	else
		begin_together(core);
	if (!crowd_meet())
		return;
	why = core ? NULL : queue_drain();
	if (why)
		crowd_wrong(why);
	if (seen_enough(core))
		crowd_content(core);
}

const char *queue_race(bool *late, uint64_t *popped)
{
	const struct crowd crowd = { .cores = queue_checked.cores,
				     .ms = timesharing_ms(RACE_MS),
				     .turn = turn };
	const char *why;

	race.round = race.ended = 0;
	hold_up_begin();
	race.popped = 0;
	race.wanted = held_up_wanted();
	race.slow = tsc_read() + ticks_of_ms(timesharing_ms(HELD_UP_MS));
	queue_checked.any_verb = true;
	queue_begin_items();
	why = crowd_run(&crowd, late);
	if (!why)
		why = crowd_alone(queue_drain);
	*popped = race.popped + items_popped();
	return why;
}
