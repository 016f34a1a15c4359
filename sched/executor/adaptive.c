/* SPDX-License-Identifier: MIT */
/*
 * Begins on one core and recruits others while that makes the run faster;
 * releases them when it does not. Workers and deques are those of `steal`
 * (deque_team.h), so wide it is as good. Alone, core 0 keeps the tasks in a ring
 * that only it touches and is a plain loop; what is there when it recruits
 * goes into its deque. How wide is decide.h's affair.
 *
 * Tasks in core 0's ring are counted when they are run. That nobody takes the
 * run for over meanwhile, core 0 alone has one task too many on its account.
 *
 * Core 0 runs root outside of machine_run(): other cores stay parked until
 * they are wanted, so a short run pays for none. It measures windows of some
 * budgets by the stamps that each batch takes anyway. A core that is
 * released runs what its deque has, then sleeps in its body.
 *
 * Cost beyond deque_team.h's: two branches a submission, one a batch, some
 * lines a window.
 */
#include "kernel/assert.h"
#include "kernel/minmax.h"
#include "kernel/tsc.h"
#include "sched/executor/crossing.h"
#include "sched/executor/decide.h"
#include "sched/executor/deque_team.h"
#include "sched/executor/executor.h"
#include "sched/queue/ring.h"

/* A window lasts so many budgets at least, and holds so many tasks a core. */
#define ADAPTIVE_WINDOW 4u
#define ADAPTIVE_TASKS 8u

/* Who has not come or gone after so many windows is not waited for. */
#define ADAPTIVE_LATE 16u

/* Submissions between two looks, where root never finds its deque full. */
#define ADAPTIVE_SUBMITS 256u

/* What waits of a full ring after a batch: a look finds it. */
#define ADAPTIVE_WAITS(ring) (((ring)->mask + 1) / 8)

#define ADAPTIVE_TRACE 64u
#define NOBODY MACHINE_MAX_CORES

struct adaptive_executor {
	/* First: with short offsets a submission's code fits into one line. */
	uint32_t alone_core; /* atomic: the core that is alone: 0, or NOBODY */
	struct buffer own;
	/* Alone, its width is 0: nobody works by deque_team.h then. */
	struct deque_team s;
	uint32_t inside;   /* atomic: other cores that take part */

	/* Core 0's. */
	struct decide d __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t began;    /* ticks: the run */
	uint64_t since, tasks; /* ticks and tasks at the window's beginning */
	uint64_t next, resized; /* ticks: look again; the last change of width */
	bool settling;     /* cores are on their way */
	struct decide first; /* of each run */
	size_t decisions;
	struct executor_decision trace[ADAPTIVE_TRACE];
};

/* ---- the others ------------------------------------------------------------- */

/* Not wanted now: sleeps until it is, or the run is over. */
static void sleep_until_wanted(struct adaptive_executor *e, unsigned core)
{
	while (!team_over(&e->s.team) &&
	       core >= atomic_load_relaxed(&e->s.width))
		team_doze(&e->s.team);
}

static void worker(unsigned core, void *arg)
{
	struct adaptive_executor *e = arg;

	team_arrived(core);
	while (!team_over(&e->s.team)) {
		atomic_add_relaxed(&e->inside, 1);
		deque_team_work(&e->s, core);
		atomic_sub_relaxed(&e->inside, 1);
		sleep_until_wanted(e, core);
	}
}

/* ---- core 0: alone ------------------------------------------------------------ */

static bool alone(const struct adaptive_executor *e)
{
	return atomic_load_relaxed(&e->alone_core) == 0;
}

/* To the number of tasks submitted by core 0; n may be below 0. */
static void count_submits(struct adaptive_executor *e, int64_t n)
{
	uint64_t *submits = &e->s.team.worker[0].stats.submits;

	atomic_store_relaxed(submits, *submits + (uint64_t)n);
}

static void enter_alone(struct adaptive_executor *e)
{
	struct deque *own = &e->s.deques.core[0].deque;

	atomic_store_relaxed(&e->alone_core, 0);
	e->own.head = 0;
	e->own.tail = deque_pop_bulk(own, e->own.slot, e->own.mask + 1);
	count_submits(e, 1 - (int64_t)e->own.tail);
	atomic_store_relaxed(&e->s.width, 0);
}

/* The ring's tasks become everybody's. Those run that have no room, as there
 * was something in the deque: then nothing they submit may change the width. */
static void leave_alone(struct adaptive_executor *e)
{
	struct deque *own = &e->s.deques.core[0].deque;
	uint64_t next = e->next;

	count_submits(e, (int64_t)buffer_own_size(&e->own) - 1);
	atomic_store_relaxed(&e->alone_core, NOBODY);
	e->next = MACHINE_NEVER;
	atomic_store_relaxed(&e->s.width, 1);
	while (buffer_own_size(&e->own)) {
		struct work task = buffer_own_pop(&e->own);

		if (deque_push(own, task))
			continue;
		task.run(task.arg);
		team_ran(&e->s.team, 0, 1);
	}
	e->next = next;
}

static void look_if_time(struct deque_team *s);
static void adaptive_submit(void *executor, struct work task);

/* Runs a batch of the ring; false if there was nothing. */
static bool run_batch_alone(struct adaptive_executor *e)
{
	struct deque_team_worker *w = &e->s.worker[0];
	uint32_t most = e->own.mask + 1 - ADAPTIVE_WAITS(&e->own);
	uint32_t n = pace_long_batch(&w->pace, most, buffer_own_size(&e->own));
	uint64_t since = tsc_read();

	if (!n)
		return false;
	buffer_own_run(&e->own, n);
	count_submits(e, n);
	team_ran(&e->s.team, 0, n);
	w->now = tsc_read();
	pace_note(&w->pace, w->now - since, n);
	look_if_time(&e->s);
	return true;
}

/* The ring is full. */
static __attribute__((noinline)) void
make_room_alone(struct adaptive_executor *e, struct work task)
{
	if (e->s.team.in_task) {
		count_submits(e, 1);
		team_run_inline(&e->s.team, 0, task);
		return;
	}
	e->s.team.in_task = true;
	while (alone(e) && buffer_own_size(&e->own) > ADAPTIVE_WAITS(&e->own))
		run_batch_alone(e);
	e->s.team.in_task = false;
	adaptive_submit(e, task);
}

/* ---- core 0: width ----------------------------------------------------------- */

static void set_width(struct adaptive_executor *e, unsigned width)
{
	struct team *team = &e->s.team;
	unsigned old = alone(e) ? 1 : e->s.width;

	if (alone(e))
		leave_alone(e);
	atomic_store_relaxed(&e->s.width, width);
	for (unsigned i = old; i < width; i++) {
		if (i < team->present) {
			machine_wake(i);
			continue;
		}
		team_started(team);
		machine_start(i, worker, e);
	}
	if (width == 1)
		enter_alone(e);
}

static void record_decision(struct adaptive_executor *e,
			    const struct decide_sample *s)
{
	uint64_t cost = s->ticks * (alone(e) ? 1 : e->s.width) / s->tasks;

	e->s.team.worker[0].stats.decisions++;
	if (e->decisions < ADAPTIVE_TRACE)
		e->trace[e->decisions] = (struct executor_decision){
			.ticks = s->elapsed, .width = e->d.width,
			.batch = e->s.worker[0].pace.batch,
			.task_ticks = s->task_ticks,
			.dispatch_ticks = cost > s->task_ticks ?
					  cost - s->task_ticks : 0 };
	e->decisions++;
}

/* ---- core 0: measuring -------------------------------------------------------- */

/* Tasks are counted by the batch: it lasts some of them. */
static void begin_window(struct adaptive_executor *e, uint64_t now,
			 uint64_t tasks)
{
	uint64_t batch = pace_batch_ticks(&e->s.worker[0].pace);

	e->since = now;
	e->tasks = tasks;
	e->next = now + ADAPTIVE_WINDOW * max_u64(e->s.budget, batch);
}

/* While cores come or go there is nothing to measure yet. */
static bool settling(struct adaptive_executor *e, uint64_t now)
{
	uint64_t late = ADAPTIVE_LATE * ADAPTIVE_WINDOW * e->s.budget;

	if (!e->settling)
		return false;
	e->settling = atomic_load_relaxed(&e->inside) + 1 != e->d.width &&
		      now - e->resized < late;
	begin_window(e, now, team_tasks(&e->s.team));
	if (e->settling)
		e->next = now;
	return true;
}

/* True if it is another one now. */
static bool decide_width(struct adaptive_executor *e,
			 const struct decide_sample *s)
{
	unsigned old = e->d.width;

	e->d = decide_next(e->d, s);
	if (e->d.width == old)
		return false;
	record_decision(e, s);
	set_width(e, e->d.width);
	e->resized = e->next = tsc_read();
	e->settling = true;
	return true;
}

/* In its first window it looks more often: long tasks want the others at
 * once. */
static void look_now(struct adaptive_executor *e, uint64_t now)
{
	uint64_t tasks = team_tasks(&e->s.team), done = tasks - e->tasks;
	bool first = now - e->began < ADAPTIVE_WINDOW * e->s.budget;
	struct decide_sample sample = {
		.elapsed = now - e->began, .ticks = now - e->since,
		.tasks = done, .task_ticks = e->s.worker[0].pace.task_ticks,
		.backlog = alone(e) ? buffer_own_size(&e->own) :
			   deque_size(&e->s.deques.core[0].deque),
		.submitting = !e->s.team.root_done,
	};

	if (settling(e, now))
		return;
	if (done < (e->d.best_cost ? ADAPTIVE_TASKS * e->d.width : 1)) {
		e->next = now + e->s.budget;
		return;
	}
	if (decide_width(e, &sample))
		return;
	if (first && !e->d.best_cost)
		e->next = now + e->s.budget / ADAPTIVE_WINDOW;
	else
		begin_window(e, now, tasks);
}

static void look_if_time(struct deque_team *s)
{
	struct adaptive_executor *e = (void *)((uint8_t *)s -
					offsetof(struct adaptive_executor, s));
	uint64_t now = s->worker[0].now;

	if (now >= e->next && e->d.cores > 1)
		look_now(e, now);
}

/* ---- the interface ------------------------------------------------------------- */

/* What is rare is out of line and last of all: no registers are saved for it. */
static __attribute__((noinline)) void
submit_and_look(struct adaptive_executor *e, unsigned core, struct work task)
{
	deque_team_submit(&e->s, core, task);
	e->s.worker[core].now = tsc_read();
	if (core == 0)
		look_if_time(&e->s);
}

static __attribute__((noinline)) void
submit_wide(struct adaptive_executor *e, struct work task)
{
	unsigned core = machine_core();
	uint64_t submits = e->s.team.worker[core].stats.submits + 1;

	if (__builtin_expect(submits % ADAPTIVE_SUBMITS == 0, 0))
		submit_and_look(e, core, task);
	else
		deque_team_submit(&e->s, core, task);
}

static void adaptive_submit(void *executor, struct work task)
{
	struct adaptive_executor *e = executor;

	/* One comparison: is it core 0, and alone? */
	if (__builtin_expect(machine_core() !=
			     atomic_load_relaxed(&e->alone_core), 0))
		submit_wide(e, task);
	else if (__builtin_expect(buffer_own_full(&e->own), 0))
		make_room_alone(e, task);
	else
		buffer_own_push(&e->own, task);
}

static size_t adaptive_bytes(unsigned cores, const struct executor_options *o)
{
	return deque_team_bytes(cores, o) +
	       deque_team_capacity(o) * sizeof(struct work);
}

static bool adaptive_init(void *executor, void *memory, unsigned cores,
			  const struct executor_options *o)
{
	struct adaptive_executor *e = executor;

	*e = (struct adaptive_executor){ .inside = 0 };
	buffer_init(&e->own, (struct work *)((uint8_t *)memory +
					       deque_team_bytes(cores, o)),
		      deque_team_capacity(o));
	deque_team_init(&e->s, memory, cores, o);
	e->s.look = look_if_time;
	e->first = decide_begin(e->s.team.cores, e->s.budget);
	if (cores > 1 && machine_cores() > 1)
		crossing_measure(&e->first, &e->s.deques.core[0].deque, &e->own);
	return true;
}

static void adaptive_run(void *executor,
			 void (*root)(void *executor, void *arg), void *arg)
{
	struct adaptive_executor *e = executor;

	ASSERT_TIMED(machine_core() == 0);
	deque_team_begin(&e->s, 1);
	e->d = e->first;
	e->began = e->since = tsc_read();
	e->decisions = e->tasks = e->next = e->inside = 0;
	e->settling = false;
	enter_alone(e);
	root(e, arg);
	team_root_done(&e->s.team);
	while (!team_over(&e->s.team)) {
		while (alone(e))
			if (!run_batch_alone(e))
				leave_alone(e);
		deque_team_work(&e->s, 0);
	}
	if (e->s.team.present > 1)
		machine_join();
}

static const struct executor_stats *adaptive_stats(void *executor, unsigned i)
{
	return &((struct adaptive_executor *)executor)->s.team.worker[i].stats;
}

static unsigned adaptive_workers(void *executor)
{
	return team_workers(&((struct adaptive_executor *)executor)->s.team);
}

static size_t adaptive_trace(void *executor, struct executor_decision *out,
			     size_t most)
{
	struct adaptive_executor *e = executor;

	for (size_t i = 0; i < most && i < e->decisions &&
			   i < ADAPTIVE_TRACE; i++)
		out[i] = e->trace[i];
	return e->decisions;
}

EXECUTOR(adaptive, "one core, and others while they speed it up",
	 true, .trace = adaptive_trace);
