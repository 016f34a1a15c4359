/* SPDX-License-Identifier: MIT */
/* Rows that every queue of a kind has. See queue.h. */
#include "peers/rows/queue.h"

#define GAVE_UP -1
#define DISAGREE -2

/* Ticks per item, or one of these two. */
static double spell(const struct peers_queue *queue, peers_side side)
{
	static struct queue_spell s;

	s = (struct queue_spell){ 0 };
	uint64_t ticks = peers_pair(side, &s);
	if (s.side[0].gave_up || s.side[1].gave_up) {
		queue->drain();
		return GAVE_UP;
	}
	if (s.side[0].sum + s.side[1].sum)
		return DISAGREE;
	return (double)ticks / QUEUE_ITEMS;
}

#define MEASURE(what)                                                        \
	static double measure_##what(const struct peers_row *row)            \
	{                                                                    \
		const struct peers_queue *queue =                            \
			(const struct peers_queue *)row->of;                 \
									     \
		return spell(queue, queue->what);                            \
	}

MEASURE(across)
MEASURE(across_bulk)
MEASURE(both)
MEASURE(both_bulk)

/* Row names by kind; NULL: that kind has no such row. */
static const struct names {
	enum peers_floor floor;
	const char *alone, *alone_bulk, *across, *across_bulk, *both,
		*both_bulk;
} names[] = {
	[QUEUE_SPSC] = { PEERS_NO_FLOOR, "spsc alone", "spsc alone bulk 32",
		"spsc across", "spsc across bulk 32", 0, 0 },
	[QUEUE_MPMC] = { PEERS_RMW2, "mpmc alone", "mpmc alone bulk 32",
		"mpmc across", "mpmc across bulk 32", "mpmc both",
		"mpmc both bulk 32" },
	[QUEUE_LOCKED] = { PEERS_XST2, "locked ring alone", 0,
		"locked ring across", 0, "locked ring both", 0 },
	[QUEUE_DEQUE] = { PEERS_RMW2, "deque alone", 0, "deque steal",
		"deque steal half", 0, 0 },
};

static void add(const char *row, const char *who, enum peers_floor floor,
		double (*measure)(const struct peers_row *), const void *of)
{
	peers_add((struct peers_row){ .row = row, .who = who, .floor = floor,
				      .measure = measure, .of = of });
}

/* Where others keep both cores busy, a trial may need another. */
static bool trial(const struct peers_queue *queue, peers_side side)
{
	double result = GAVE_UP;

	for (unsigned i = 0; i < 3 && result == GAVE_UP; i++)
		result = spell(queue, side);
	return result >= 0;
}

static bool sums_agree(const struct peers_queue *queue, const struct names *n)
{
	if (queue->alone(0) < 0)
		return false;
	return !peers_two_cores() ||
	       (trial(queue, queue->across) &&
		(!n->both || trial(queue, queue->both)));
}

static void add_across(const char *who, const struct names *n,
		       const struct peers_queue *q)
{
	if (q->across && n->across)
		add(n->across, who, PEERS_LINE_1, measure_across, q);
	if (q->across_bulk && n->across_bulk)
		add(n->across_bulk, who, PEERS_LINE_1, measure_across_bulk, q);
	if (q->both && n->both)
		add(n->both, who, PEERS_LINE_1, measure_both, q);
	if (q->both_bulk && n->both_bulk)
		add(n->both_bulk, who, PEERS_LINE_1, measure_both_bulk, q);
}

void peers_add_queue(const char *who, enum peers_queue_kind kind,
		     const struct peers_queue *queue)
{
	const struct names *n = &names[kind];

	if (!sums_agree(queue, n)) {
		peers_skip(who, "not all came out that went in");
		return;
	}
	add(n->alone, who, n->floor, queue->alone, queue);
	if (queue->alone_bulk && n->alone_bulk)
		add(n->alone_bulk, who, n->floor, queue->alone_bulk, queue);
	if (peers_two_cores())
		add_across(who, n, queue);
}
