/* SPDX-License-Identifier: MIT */
/*
 * A dispatch's cost from its parts. A task that runs where it was submitted
 * costs two calls (submit and the task), a push and a pop; one that travels
 * moves, in addition, the cache lines of the lock, the indices and the slot.
 * Under a lock that is not fair only the slot's: one core runs a burst with the
 * rest. Push and pop are taken to happen one after the other: under one lock
 * they do; elsewhere they overlap, and what is left (the residual) is below
 * zero by as much.
 */
#include "bench/experiments/dispatch/findings.h"
#include "bench/experiments/dispatch/parts.h"
#include "bench/report/self_sampled.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define NAME_MAX 48u

/* The queue of a worker that stays alone: a ring without atomics. */
#define ALONE "spsc/plain"

/* What an executor needs for a task. */
struct recipe {
	const char *executor;
	const char *queue;   /* pushed to and popped from */
	unsigned line_milli; /* lines that a travelling task moves, x 1000 */
};

/* Of a queue in which only the slots travel, several a line. */
#define SLOTS_MILLI 500u

/* Of a fair lock: its line to the taker and back, the indices, the slot. */
#define LOCK_MILLI 4000u

static const struct recipe recipes[] = {
	{ "loop", ALONE, 0 },
	{ "shared", "ring/backoff", SLOTS_MILLI },
	{ "steal", "deque", SLOTS_MILLI },
	{ "spsc", "spsc", SLOTS_MILLI },
	{ "adaptive", "spsc", SLOTS_MILLI },
};

static const struct recipe *recipe_of(const struct dispatch_subject *s)
{
	for (unsigned i = 0; i < sizeof(recipes) / sizeof(recipes[0]); i++)
		if (!strcmp(recipes[i].executor, s->kind->name))
			return &recipes[i];
	return NULL;
}

static int64_t queue_called(const char *name)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, queue)
		if (!strcmp((*queue)->name, name))
			return dispatch_queue_part(*queue);
	return INT64_MAX;
}

/* Push and pop; INT64_MAX where they could not be measured. */
static int64_t queue_part(const struct recipe *r,
			  const struct dispatch_cell *c)
{
	const struct dispatch_subject *s = c->subject;

	if (s->options.lock)
		return 2 * dispatch_lock_part(s->options.lock);
	if (s->options.queue)
		return dispatch_queue_part(s->options.queue);
	return queue_called(r->queue);
}

/* Lines that a travelling task moves, in thousandths. */
static unsigned lines_of(const struct recipe *r, const struct dispatch_subject *s)
{
	if (s->options.queue)
		return SLOTS_MILLI;
	if (s->options.lock)
		return s->options.lock->fair ? LOCK_MILLI : SLOTS_MILLI;
	return r->line_milli;
}

static void explain(const struct dispatch_cell *c, int64_t task, int64_t line)
{
	const struct recipe *r = recipe_of(c->subject);
	char name[NAME_MAX], text[6][TEXT_NUMBER_MAX];
	int64_t queue, lines, sum;

	if (!r || (queue = queue_part(r, c)) == INT64_MAX)
		return;
	lines = (int64_t)lines_of(r, c->subject) * (int64_t)c->travelled /
		(int64_t)c->tasks;
	sum = 2 * task + queue + lines * line / 1000;
	format(name, sizeof(name), "explained/%s", c->subject->name);
	report_conclusion(&(struct finding){
		.experiment = "dispatch", .name = name, .unit = "ticks",
		.value_milli = c->wall_milli - sum, .quiet = true,
		.subject = { c->subject->name } },
		       "%s: 2 calls of %s + push and pop %s + %s lines of %s = %s "
		       "ticks predicted, %s measured, %s left",
		       c->subject->name, text_number(text[0], task),
		       text_number(text[1], queue), text_number(text[2], lines),
		       text_number(text[3], line), text_number(text[4], sum),
		       text_number(text[5], c->wall_milli),
		       text_number((char[TEXT_NUMBER_MAX]){ 0 },
				   c->wall_milli - sum));
}

void dispatch_explain(const struct dispatch_group *g, bool all)
{
	int64_t task = dispatch_task_part(), line = dispatch_line_part(g->cores);

	for (unsigned s = 0; s < g->subjects; s++)
		if (g->cell[s][0].stamped && (all || !g->subject[s].swapped))
			explain(&g->cell[s][0], task, line);
}
