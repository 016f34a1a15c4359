/* SPDX-License-Identifier: MIT */
/*
 * A template, included once per queue, in C and in C++. Before it:
 *
 *	#define PEER_QUEUE name
 *	static inline bool name_put(struct work item);
 *	static inline bool name_get(struct work *item);
 *
 * and, with QUEUE_HAS_BULK, name_put_bulk(const struct work *, unsigned) and
 * name_get_bulk(struct work *, unsigned), which return how many. With
 * QUEUE_TAKE, that function is what the other core calls instead of
 * name_get (a thief), and with QUEUE_TAKE_BULK instead of name_get_bulk. It
 * defines `name_queue`, a struct peers_queue.
 */
#include "peers/rows/queue.h"

#ifndef QUEUE_PASTE
#define QUEUE_PASTE_(a, b) a##b
#define QUEUE_PASTE(a, b) QUEUE_PASTE_(a, b)
#endif

#define QUEUE_PUT QUEUE_PASTE(PEER_QUEUE, _put)
#define QUEUE_GET QUEUE_PASTE(PEER_QUEUE, _get)
#ifndef QUEUE_TAKE
#define QUEUE_TAKE QUEUE_GET
#endif

__attribute__((noinline))
static double QUEUE_PASTE(PEER_QUEUE, _alone)(const struct peers_row *row)
{
	struct work got = { 0, 0 };
	uint64_t sum = 0;

	(void)row;
	double ticks = PEERS_TIME(QUEUE_ALONE,
		QUEUE_PUT(peer_item(1));
		peers_barrier();
		QUEUE_GET(&got);
		sum += peer_value(got);
	);
	return sum == QUEUE_ALONE ? ticks : -1;
}

/* Tries until it works or patience ends, then leaves the function. */
#define QUEUE_TRY(what)                                                      \
	for (turns = 0; !(what);)                                            \
		if (peers_give_up(&turns, begin))                            \
			goto gave_up

/* Side 0 puts, side 1 takes. */
__attribute__((noinline))
static void QUEUE_PASTE(PEER_QUEUE, _across)(unsigned me, void *arg)
{
	struct queue_side *side = &((struct queue_spell *)arg)->side[me];
	uint64_t begin = peers_now(), sum = 0;
	struct work item = { 0, 0 };
	uint32_t turns;

	for (uint32_t i = 0; i < QUEUE_ITEMS; i++) {
		if (me == 0) {
			QUEUE_TRY(QUEUE_PUT(peer_item(QUEUE_VALUE(i))));
			sum -= QUEUE_VALUE(i);
		} else {
			QUEUE_TRY(QUEUE_TAKE(&item));
			sum += peer_value(item);
		}
	}
	side->sum = sum;
	return;
gave_up:
	side->gave_up = true;
}

/* Each side puts and gets. */
__attribute__((noinline))
static void QUEUE_PASTE(PEER_QUEUE, _both)(unsigned me, void *arg)
{
	struct queue_side *side = &((struct queue_spell *)arg)->side[me];
	uint64_t begin = peers_now(), sum = 0;
	struct work item = { 0, 0 };
	uint32_t turns;

	for (uint32_t i = 0; i < QUEUE_ITEMS / 2; i++) {
		QUEUE_TRY(QUEUE_PUT(peer_item(QUEUE_VALUE(i))));
		QUEUE_TRY(QUEUE_GET(&item));
		sum += peer_value(item) - QUEUE_VALUE(i);
	}
	side->sum = sum;
	return;
gave_up:
	side->gave_up = true;
}

#ifdef QUEUE_HAS_BULK
#define QUEUE_PUT_BULK QUEUE_PASTE(PEER_QUEUE, _put_bulk)
#define QUEUE_GET_BULK QUEUE_PASTE(PEER_QUEUE, _get_bulk)
#ifndef QUEUE_TAKE_BULK
#define QUEUE_TAKE_BULK QUEUE_GET_BULK
#endif

__attribute__((noinline))
static double QUEUE_PASTE(PEER_QUEUE, _alone_bulk)(const struct peers_row *row)
{
	struct work item[QUEUE_BULK] = { { 0, 0 } };
	unsigned got = 0;

	(void)row;
	double ticks = PEERS_TIME(QUEUE_BULKS,
		QUEUE_PUT_BULK(item, QUEUE_BULK);
		peers_barrier();
		got += QUEUE_GET_BULK(item, QUEUE_BULK);
	);
	return got == QUEUE_BULKS * QUEUE_BULK ? ticks / QUEUE_BULK : -1;
}

static inline uint64_t QUEUE_PASTE(PEER_QUEUE, _sum)(const struct work *item,
						unsigned n)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += peer_value(item[i]);
	return sum;
}

__attribute__((noinline))
static void QUEUE_PASTE(PEER_QUEUE, _across_bulk)(unsigned me, void *arg)
{
	struct queue_side *side = &((struct queue_spell *)arg)->side[me];
	uint64_t begin = peers_now(), sum = 0;
	struct work item[QUEUE_BULK];
	uint32_t turns, n;

	for (uint32_t i = 0; i < QUEUE_BULK; i++)
		item[i] = peer_item(QUEUE_VALUE(i));
	for (uint32_t i = 0; i < QUEUE_ITEMS; i += n) {
		uint32_t left = QUEUE_ITEMS - i;

		left = left < QUEUE_BULK ? left : QUEUE_BULK;
		if (me == 0) {
			QUEUE_TRY(n = QUEUE_PUT_BULK(item, left));
			sum -= QUEUE_PASTE(PEER_QUEUE, _sum)(item, n);
		} else {
			QUEUE_TRY(n = QUEUE_TAKE_BULK(item, left));
			sum += QUEUE_PASTE(PEER_QUEUE, _sum)(item, n);
		}
	}
	side->sum = sum;
	return;
gave_up:
	side->gave_up = true;
}

__attribute__((noinline))
static void QUEUE_PASTE(PEER_QUEUE, _both_bulk)(unsigned me, void *arg)
{
	struct queue_side *side = &((struct queue_spell *)arg)->side[me];
	uint64_t begin = peers_now(), sum = 0;
	struct work item[QUEUE_BULK];
	uint32_t turns, put, got;

	for (uint32_t i = 0; i < QUEUE_BULK; i++)
		item[i] = peer_item(QUEUE_VALUE(i));
	for (uint32_t i = 0; i < QUEUE_ITEMS / 2; i += put) {
		QUEUE_TRY(put = QUEUE_PUT_BULK(item, QUEUE_BULK));
		sum -= QUEUE_PASTE(PEER_QUEUE, _sum)(item, put);
		for (uint32_t left = put; left; left -= got) {
			QUEUE_TRY(got = QUEUE_GET_BULK(item, left));
			sum += QUEUE_PASTE(PEER_QUEUE, _sum)(item, got);
		}
	}
	side->sum = sum;
	return;
gave_up:
	side->gave_up = true;
}
#endif

static void QUEUE_PASTE(PEER_QUEUE, _drain)(void)
{
	struct work item;

	while (QUEUE_GET(&item))
		;
}

static const struct peers_queue QUEUE_PASTE(PEER_QUEUE, _queue) = {
	QUEUE_PASTE(PEER_QUEUE, _alone),
#ifdef QUEUE_HAS_BULK
	QUEUE_PASTE(PEER_QUEUE, _alone_bulk),
	QUEUE_PASTE(PEER_QUEUE, _across), QUEUE_PASTE(PEER_QUEUE, _across_bulk),
	QUEUE_PASTE(PEER_QUEUE, _both), QUEUE_PASTE(PEER_QUEUE, _both_bulk),
	QUEUE_PASTE(PEER_QUEUE, _drain),
#else
	0,
	QUEUE_PASTE(PEER_QUEUE, _across), 0,
	QUEUE_PASTE(PEER_QUEUE, _both), 0,
	QUEUE_PASTE(PEER_QUEUE, _drain),
#endif
};

#undef QUEUE_PUT
#undef QUEUE_GET
#undef QUEUE_TAKE
#undef QUEUE_PUT_BULK
#undef QUEUE_GET_BULK
#undef QUEUE_TAKE_BULK
#undef QUEUE_TRY
#undef QUEUE_HAS_BULK
#undef PEER_QUEUE
