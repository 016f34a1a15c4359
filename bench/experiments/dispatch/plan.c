/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/plan.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/exchange.h"
#include "bench/config/rows.h"
#include "bench/experiments/dispatch/pass.h"
#include "bench/proof/queue_check.h"
#include "bench/harness/trial.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "sched/queue/shared.h"

#define PASS_SHARE 3u       /* a pass takes a third of a round's budget: there
			     * are as many cells as nowhere else */
#define ROUND_MS_MAX 500u   /* no pass lasts longer without a word */
#define TASKS_QUICK 50000u
#define TASKS_FULL 500000u  /* as many as the published table has */

/* Where cores take turns or are taken away, and where instructions are counted:
 * each pass is exact there. */
#define TIMESHARED_ROUNDS 1u
#define LATE_ROUNDS 6u /* the fewest that a statement needs */
#define TIMESHARED_MS 1u
#define TIMESHARED_TASKS 64u

OPTION_NUMBER(opt_tasks, "tasks", 0, 1, 10000000,
	      "dispatch: tasks of a pass (half a second at most), "
	      "not by budget");

/* ---- lengths ----------------------------------------------------------- */

#define BODY_TICKS 4700u  /* as published: figures are compared at this length */
#define BODY_TRIED 4096u  /* iterations */
#define BODY_TRIES 25u    /* the least counts */

uint64_t dispatch_n[DISPATCH_LENGTHS + 1] = {
	0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001,
};

void dispatch_find_length(void)
{
	uint64_t least = UINT64_MAX, sum = 0, n;

	for (unsigned i = 0; i < BODY_TRIES; i++)
		least = min_u64(least, dispatch_time_bodies(BODY_TRIED, 1,
							    &sum));
	n = clamp_u64(BODY_TICKS * BODY_TRIED / (least ? least : 1), 12,
		      100000);
	for (unsigned p = 0; p < DISPATCH_LENGTHS; p++)
		n += dispatch_n[p] == n; /* one of its own */
	dispatch_n[DISPATCH_4700] = n;
}

/* ---- subjects ---------------------------------------------------------- */

/* Where it is asked for. In the quick suite, without a name, of what can be
 * exchanged the lock and the queue made for many cores are. */
static void add(struct dispatch_group *g, const struct executor_kind *kind,
		const char *other, struct executor_options options)
{
	const struct settings *settings = g->settings;
	struct dispatch_subject s = { .kind = kind, .options = options,
				      .exchanged = other };

	format(s.name, sizeof(s.name), other ? "%s/%s" : "%s", kind->name,
	       other);
	if (!settings_wants(settings, s.name) ||
	    (other && !settings->full && !settings->variants[0] &&
	     strcmp(other, "mcs") && strcmp(other, "mpmc")))
		return;
	if (g->subjects < DISPATCH_SUBJECTS)
		g->subject[g->subjects++] = s;
	else
		g->left_out++;
}

/* May it take the shared queue's place? The ring under another lock: that is
 * the same lock's row. */
static bool exchangeable(const struct queue_kind *queue)
{
	return !shared_queue_unfit(NULL, queue) && !queue_full_only(queue);
}

static void add_subjects(struct dispatch_group *g)
{
	const struct exchange *chosen = exchange_chosen();
	const struct executor_kind *shared = NULL;

	EXECUTOR_EACH(kind) {
		struct executor_options options = { NULL };

		if (!strcmp((*kind)->name, "shared")) {
			shared = *kind;
			options = (struct executor_options){
				.lock = chosen->lock, .queue = chosen->queue };
		}
		add(g, *kind, NULL, options);
	}
	LOCK_EACH(lock)
		add(g, shared, (*lock)->name,
		    (struct executor_options){ .lock = *lock });
	REGISTRY_EACH(qc_queues, const struct queue_kind, queue)
		if (exchangeable(*queue))
			add(g, shared, (*queue)->name,
			    (struct executor_options){ .queue = *queue });
}

/* All that there may be, in any suite. */
static const struct variant *exchanged_queues(unsigned *count)
{
	MADE_ROWS(made, DISPATCH_SUBJECTS);

	REGISTRY_EACH(qc_queues, const struct queue_kind, queue) {
		const struct variant row = {
			.name = (*queue)->name,
			.summary = "shared, with another queue" };

		if (exchangeable(*queue))
			made_rows_add(&made, "shared", &row);
	}
	*count = made.count;
	return made.row;
}

ROWS_EACH(dispatch, NAMES_EXECUTORS, "", "", NULL);
ROWS_EACH(dispatch, NAMES_LOCKS, "shared/", "", "shared, with another lock");
ROWS_MADE(dispatch, exchanged_queues);

/* ---- effort ------------------------------------------------------------ */

static void least_effort(struct dispatch_group *g, unsigned rounds)
{
	g->rounds = (unsigned)min_u64(g->rounds, rounds);
	g->ticks = ticks_of_ms(TIMESHARED_MS);
	g->patience = 2 * g->ticks;
}

static void choose_effort(struct dispatch_group *g)
{
	const struct settings *settings = g->settings;

	g->rounds = (unsigned)min_u64(settings->rounds * 3 / 2, DISPATCH_ROUNDS);
	g->ticks = trial_box(settings, settings->rounds * PASS_SHARE, 1,
			     ROUND_MS_MAX);
	g->patience = 2 * g->ticks;
	g->oversubscribed = g->cores > 1 && timeshared() &&
			    !timeshared_by_counting();
	if (timeshared() || !strcmp(record_unit(), "instructions"))
		least_effort(g, TIMESHARED_ROUNDS);
	g->fixed_tasks = timeshared() ? TIMESHARED_TASKS : 0;
	if (opt_tasks.given) {
		g->fixed_tasks = opt_tasks.number;
		g->patience = ticks_of_ms(ROUND_MS_MAX);
	}
	g->most_tasks = g->fixed_tasks ? g->fixed_tasks :
			settings->full ? TASKS_FULL : TASKS_QUICK;
}

void dispatch_lower_effort(struct dispatch_group *g)
{
	if (g->fixed_tasks || g->ticks <= ticks_of_ms(TIMESHARED_MS))
		return;
	log_warning("late", "dispatch: passes on %u core%s take longer than "
		    "planned (cores taken away?): fewer tasks from now on",
		    g->cores, format_s(g->cores));
	least_effort(g, LATE_ROUNDS);
}

/* ---- cells ------------------------------------------------------------- */

/* Enough of the curve for a break-even. */
static bool few_points(uint64_t n)
{
	return n == 0 || n == 501 || n == 1001 || n == 5001;
}

/* Quick: all lengths on all cores, the empty task alone on fewer, two exchanges.
 * Full: all of it on each number of cores, all exchanges on all cores. Who takes
 * whole ranges is ranked nowhere and has a curve without a bend. */
static bool cell_wanted(const struct dispatch_group *g,
			const struct dispatch_subject *s, unsigned point)
{
	bool full = g->settings->full, all = g->all_cores;
	bool few = s->exchanged ||
		   (s->kind->range && !g->settings->variants[0]);

	if (s->out || (few && !full && !few_points(dispatch_n[point])))
		return false;
	if (point == DISPATCH_4700)
		return all && s->kind->parallel && !s->exchanged;
	if (s->exchanged)
		return all;
	return full || all || (s->kind->parallel && !point);
}

void dispatch_plan(struct dispatch_group *g, const struct settings *settings,
		   unsigned cores)
{
	memset(g, 0, sizeof(*g));
	g->settings = settings;
	g->cores = cores;
	g->all_cores = cores == settings->cores;
	choose_effort(g);
	add_subjects(g);
	for (unsigned i = 0; i < g->subjects; i++) {
		struct dispatch_subject *s = &g->subject[i];
		bool wanted = false;

		for (unsigned p = 0; p <= DISPATCH_4700; p++)
			wanted |= cell_wanted(g, s, p);
		s->out = !wanted;
	}
}

void dispatch_plan_point(struct dispatch_group *g, unsigned point)
{
	g->n = dispatch_n[point];
	g->cells = 0;
	for (unsigned s = 0; s < g->subjects; s++)
		if (cell_wanted(g, &g->subject[s], point))
			g->cell[g->cells++] = (struct dispatch_cell){
				.subject = &g->subject[s], .cores = g->cores,
				.point = point, .n = g->n };
}

unsigned dispatch_count_planned(struct dispatch_group *g)
{
	unsigned cells = 0;

	for (unsigned p = 0; p <= DISPATCH_4700; p++) {
		dispatch_plan_point(g, p);
		cells += g->cells;
	}
	return cells;
}
