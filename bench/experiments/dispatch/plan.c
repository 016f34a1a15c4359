/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/exchange.h"
#include "bench/config/rows.h"
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

/* ---- the length that is found ------------------------------------------ */

#define BODY_TICKS 4700u  /* as published: figures are compared at this length */
#define BODY_TRIED 4096u  /* iterations */
#define BODY_TRIES 25u    /* the least counts */

static bool in_table(uint64_t n)
{
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		if (dispatch_n[p] == n)
			return true;
	return false;
}

void dispatch_find_length(void)
{
	uint64_t least = UINT64_MAX, sum = 0, n;

	for (unsigned i = 0; i < BODY_TRIES; i++)
		least = min_u64(least, dispatch_time_bodies(BODY_TRIED, 1,
							    &sum));
	n = clamp_u64(BODY_TICKS * BODY_TRIED / (least ? least : 1), 12,
		      100000);
	while (in_table(n))
		n++;
	dispatch_n[DISPATCH_4700] = n;
}

/* ---- subjects ---------------------------------------------------------- */

static struct dispatch_subject *add_subject(struct dispatch_group *g,
					    const struct executor_kind *kind,
					    const char *other)
{
	struct dispatch_subject *s = &g->subject[g->subjects];

	if (g->subjects == DISPATCH_SUBJECTS) {
		g->left_out++;
		return NULL;
	}
	g->subjects++;
	*s = (struct dispatch_subject){ .kind = kind, .exchanged = other };
	format(s->name, sizeof(s->name), other ? "%s/%s" : "%s", kind->name,
	       other);
	return s;
}

/* What is asked for by name; without a name, in the quick suite, the lock and
 * the queue made for many cores. */
static bool exchange_wanted(const struct settings *settings,
			    const struct executor_kind *kind, const char *other)
{
	char name[DISPATCH_NAME_MAX];

	if (!settings->variants[0])
		return settings->full || !strcmp(other, "mcs") ||
		       !strcmp(other, "mpmc");
	format(name, sizeof(name), "%s/%s", kind->name, other);
	return settings_wants(settings, name);
}

/* May it take the shared queue's place? The ring under another lock: that is
 * the same lock's row. */
static bool exchangeable(const struct queue_kind *queue)
{
	return !shared_queue_unfit(NULL, queue) && !queue_full_only(queue);
}

static void add_exchanges(const struct settings *settings,
			  struct dispatch_group *g,
			  const struct executor_kind *kind)
{
	struct dispatch_subject *s;

	LOCK_EACH(lock)
		if (exchange_wanted(settings, kind, (*lock)->name) &&
		    (s = add_subject(g, kind, (*lock)->name)))
			s->options.lock = *lock;
	REGISTRY_EACH(qc_queues, const struct queue_kind, queue)
		if (exchangeable(*queue) &&
		    exchange_wanted(settings, kind, (*queue)->name) &&
		    (s = add_subject(g, kind, (*queue)->name)))
			s->options.queue = *queue;
}

/* What `adaptive` takes when it is wide is explained by `steal`. */
static bool executor_wanted(const struct settings *settings, const char *name)
{
	return settings_wants(settings, name) || !strcmp(name, "steal");
}

static void add_subjects(const struct settings *settings,
			 struct dispatch_group *g)
{
	const struct exchange *chosen = exchange_chosen();
	struct dispatch_subject *s;

	g->subjects = g->left_out = 0;
	EXECUTOR_EACH(kind)
		if (executor_wanted(settings, (*kind)->name) &&
		    (s = add_subject(g, *kind, NULL)) &&
		    !strcmp(s->name, "shared"))
			s->options = (struct executor_options){
				.lock = chosen->lock, .queue = chosen->queue };
	EXECUTOR_EACH(kind)
		if (!strcmp((*kind)->name, "shared"))
			add_exchanges(settings, g, *kind);
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

/* ---- cells ------------------------------------------------------------- */

/* Enough of the curve for a break-even. */
static bool exchange_point(uint64_t n)
{
	return n == 0 || n == 501 || n == 1001 || n == 5001;
}

/* Who takes whole ranges is ranked nowhere and has a curve without a bend. */
static bool point_told(const struct settings *settings,
		       const struct dispatch_subject *s, unsigned point)
{
	return settings->full || settings->variants[0] || !s->kind->range ||
	       exchange_point(dispatch_n[point]);
}

static bool cell_wanted(const struct settings *settings,
			const struct dispatch_group *g, unsigned subject,
			unsigned point)
{
	const struct dispatch_subject *s = &g->subject[subject];
	bool all_cores = g->cores == settings->cores;

	if (!settings_wants(settings, s->name) ||
	    !point_told(settings, s, point))
		return false;
	if (point == DISPATCH_4700)
		return all_cores && s->kind->parallel && !s->exchanged;
	if (s->exchanged)
		return all_cores && (settings->full ||
				     exchange_point(dispatch_n[point]));
	return settings->full || all_cores || (s->kind->parallel && !point);
}

static void least_effort(struct dispatch_group *g, unsigned rounds)
{
	g->rounds = (unsigned)min_u64(g->rounds, rounds);
	g->explains = false;
	g->ticks = ticks_of_ms(TIMESHARED_MS);
	g->patience = 2 * g->ticks;
}

static void choose_effort(const struct settings *settings,
			  struct dispatch_group *g)
{
	g->rounds = (unsigned)min_u64(settings->rounds * 3 / 2, DISPATCH_ROUNDS);
	g->ticks = trial_box(settings, settings->rounds * PASS_SHARE, 1,
			     ROUND_MS_MAX);
	g->patience = 2 * g->ticks;
	g->explains = true;
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

void dispatch_plan_group(const struct settings *settings, unsigned cores,
			 struct dispatch_group *g)
{
	g->cores = cores;
	choose_effort(settings, g);
	add_subjects(settings, g);
	memset(g->cell, 0, sizeof(g->cell));
	for (unsigned s = 0; s < g->subjects; s++)
		for (unsigned p = 0; p < DISPATCH_POINTS; p++)
			if (cell_wanted(settings, g, s, p))
				g->cell[s][p] = (struct dispatch_cell){
					.subject = &g->subject[s],
					.cores = cores, .point = p,
					.n = dispatch_n[p] };
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

unsigned dispatch_count_planned(const struct dispatch_group *g)
{
	unsigned cells = 0;

	for (unsigned s = 0; s < g->subjects; s++)
		for (unsigned p = 0; p < DISPATCH_POINTS; p++)
			cells += g->cell[s][p].subject != NULL;
	return cells;
}
