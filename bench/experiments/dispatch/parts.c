/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/parts.h"

#include "bench/bench.h"
#include "bench/experiments/dispatch/handed.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

#define TRIES 3u        /* the least counts: nothing makes it faster than it is */
#define ALONE_TASKS 448u /* less than any executor's queue holds */
#define SENT_BATCH 64   /* tasks that two lines' transfers are shared by */

/* By subject: on one core, and its queue's memory where it has one. */
static struct {
	struct dispatch_subject alone;
	void *queue;
} own[DISPATCH_SUBJECTS];

static const struct {
	const char *executor;
	enum dispatch_way way;
} ways[] = {
	{ "shared", DISPATCH_QUEUE },
	{ "spsc", DISPATCH_SENT },
	{ "steal", DISPATCH_DEQUE },
	{ "adaptive", DISPATCH_DEQUE }, /* where it is wide */
};

enum dispatch_way dispatch_way_of(const struct dispatch_subject *s)
{
	for (unsigned i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (!strcmp(ways[i].executor, s->kind->name))
			return ways[i].way;
	return DISPATCH_APART;
}

/* ---- memory ------------------------------------------------------------ */

static bool prepare_subject(const struct dispatch_subject *s, unsigned index)
{
	own[index].alone = *s;
	if (dispatch_way_of(s) == DISPATCH_QUEUE &&
	    !(own[index].queue = handed_queue_memory(&s->options)))
		return false;
	return dispatch_make_executor(&own[index].alone, 1);
}

bool dispatch_prepare_parts(struct dispatch_group *g)
{
	bool ok = handed_prepare(g->cores);

	for (unsigned s = 0; s < g->subjects && ok; s++)
		ok = prepare_subject(&g->subject[s], s);
	return ok;
}

/* ---- alone ------------------------------------------------------------- */

static struct {
	const struct dispatch_subject *subject;
	uint64_t tasks;
	uint64_t begun, submitted;
} run;

static void submit_few(void *executor, void *arg)
{
	const struct executor_kind *kind = run.subject->kind;

	(void)arg;
	run.begun = run.submitted = tsc_read();
	if (kind->range) { /* no task is submitted by itself */
		kind->range(executor, dispatch_plain_task, 0, run.tasks);
		return;
	}
	for (uint64_t i = 0; i < run.tasks; i++)
		kind->submit(executor, (struct work){ dispatch_plain_task,
						      NULL });
	run.submitted = tsc_read();
}

/* Ticks from before it to after it. */
static uint64_t run_few(const struct dispatch_subject *s, unsigned cores,
			uint64_t tasks)
{
	uint64_t begin;

	run.subject = s;
	run.tasks = tasks;
	if (!s->kind->init(s->executor, s->memory, cores, &s->options))
		return 0;
	begin = tsc_read();
	s->kind->run(s->executor, submit_few, NULL);
	return tsc_read() - begin;
}

static void measure_alone(const struct dispatch_subject *s,
			  struct dispatch_parts *parts)
{
	uint64_t submit = UINT64_MAX, took = UINT64_MAX;

	for (unsigned i = 0; i < TRIES; i++) {
		uint64_t all = run_few(s, 1, ALONE_TASKS);

		submit = min_u64(submit, run.submitted - run.begun);
		took = min_u64(took, all);
	}
	parts->submit_milli = (int64_t)(submit * 1000 / ALONE_TASKS);
	parts->run_milli = (int64_t)(above_u64(took, submit) * 1000 /
				     ALONE_TASKS);
}

/* ---- all of them ------------------------------------------------------- */

/* One contest: a task of the current length. */
static int64_t contend(unsigned cores, unsigned subject)
{
	const struct dispatch_subject *s = &own[subject].alone;

	return dispatch_way_of(s) == DISPATCH_QUEUE ?
	       handed_queue_milli(cores, own[subject].queue, &s->options) :
	       handed_deques_milli(cores);
}

/* alone: an empty task on one core, by the executor. */
static int64_t measure_handed(unsigned cores, unsigned subject, uint64_t n,
			      int64_t alone_milli)
{
	int64_t beyond;

	switch (dispatch_way_of(&own[subject].alone)) {
	case DISPATCH_APART:
		return 0;
	case DISPATCH_SENT:
		return 2 * handed_line_milli(cores) / SENT_BATCH;
	default:
		beyond = alone_milli - contend(1, subject);
		dispatch_order.n = n;
		return contend(cores, subject) + (beyond > 0 ? beyond : 0);
	}
}

struct dispatch_parts dispatch_measure_parts(const struct dispatch_group *g,
					     unsigned subject, uint64_t n)
{
	const struct dispatch_subject *s = &g->subject[subject];
	struct dispatch_parts parts = { 0 };

	dispatch_order.n = 0;
	measure_alone(&own[subject].alone, &parts);
	if (s->executor)
		parts.start = (int64_t)run_few(s, g->cores, 0);
	if (s->kind->parallel && g->cores > 1)
		parts.handed_milli = measure_handed(g->cores, subject, n,
			parts.submit_milli + parts.run_milli);
	return parts;
}
