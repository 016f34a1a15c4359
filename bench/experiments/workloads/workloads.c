/* SPDX-License-Identifier: MIT */
/*
 * Concurrency is not parallelism: adding up, bubble sort and a search that
 * waits, each in one fiber and by eight workers, on one core and on all; by
 * the method of an article on the Go scheduler (docs/method.md).
 */
#include "bench/experiments/workloads/workloads.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/config/scale.h"
#include "bench/samples/scratch.h"
#include "bench/config/settings.h"
#include "bench/report/table.h"
#include "bench/harness/trial_old.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define ROUNDS_LEAST 2u   /* one gives no spread */
#define ROUNDS_QUICK 3u
#define SHORT_MS 100u     /* until then more rounds, as many as there is room */
#define SECONDS_QUICK 1u  /* of a workload; then no further round begins */
#define SECONDS_FULL 30u
#define NAME_MAX 32u

static const struct workload *const work[WORKLOADS] = {
	&workload_add, &workload_sort, &workload_search };
const char *const workloads_form[FORMS] = {
	"sequential", "concurrent", "again" };

static struct workload_cell cells[WORKLOADS];

static const char *name_of(char name[NAME_MAX], const struct workload *w,
			   enum form form)
{
	format(name, NAME_MAX, "%s/%s", w->name, workloads_form[form]);
	return name;
}

/* ---- a pass ------------------------------------------------------------ */

struct pass {
	const struct workload *work;
	bool concurrent;
	bool spawned;    /* all workers */
	int64_t ticks;
};
static const struct workload *present; /* the workers' */

static void work_part(void *arg)
{
	present->part((unsigned)(uintptr_t)arg);
}

static bool spread_workers(struct join *join)
{
	bool all = true;

	for (uintptr_t i = 0; i < WORKLOAD_WORKERS; i++)
		all &= sched_spawn_on((unsigned)(i % sched_cores()), work_part,
				      (void *)i, join);
	return all;
}

static void run_form(void *arg)
{
	struct pass *p = arg;
	uint64_t since = tsc_read();
	struct join join;

	p->spawned = true;
	if (p->concurrent) {
		join_init(&join);
		p->spawned = spread_workers(&join);
		sched_join(&join);
		if (p->work->rest)
			p->work->rest();
	} else {
		p->work->alone();
	}
	p->ticks = (int64_t)(tsc_read() - since);
}

enum outcome { RIGHT, WRONG, NO_MEMORY };

static enum outcome run_pass(struct pass *p, unsigned cores)
{
	present = p->work;
	p->work->reset();
	if (!sched_run(cores, run_form, p) || !p->spawned)
		return NO_MEMORY;
	return p->work->right() ? RIGHT : WRONG;
}

/* ---- a cell ------------------------------------------------------------ */

/* Says what went wrong and leaves the cell out; false where it was wrong. */
static bool leave_cell_out(struct workload_cell *c, enum form form,
			   enum outcome outcome)
{
	char name[NAME_MAX];

	name_of(name, c->work, form);
	if (outcome == NO_MEMORY)
		old_skipped("workloads", name, "not enough memory for the "
			       "fibers' stacks");
	else
		log_warning("validation_failed", "workloads %s on %u cores: a "
			    "wrong result", name, c->cores);
	if (outcome == WRONG)
		old_note(c->work->name, "VALIDATION FAILED");
	c->work = NULL;
	return outcome != WRONG;
}

static bool measure_form(struct workload_cell *c, enum form form,
			 unsigned round)
{
	struct pass p = { .work = c->work,
			  .concurrent = form == FORM_CONCURRENT };
	enum outcome outcome;

	machine_note("workloads", c->work->name);
	outcome = run_pass(&p, c->cores);
	old_progress("workloads", c->work->name, 1);
	if (outcome != RIGHT)
		return leave_cell_out(c, form, outcome);
	c->ticks[form][round] = p.ticks;
	return true;
}

/* Both forms before they are timed; the first touch of all memory, too. */
static bool workloads_validate(struct workload_cell *c)
{
	struct variant variant = { .name = c->work->name,
				   .property = "the right result" };
	struct cell cell = { .variant = &variant, .cores = c->cores,
			     .experiment = "workloads",
			     .checked = (uint64_t)FORM_AGAIN * c->items };
	bool ok = measure_form(c, FORM_SEQUENTIAL, 0);

	if (c->work)
		ok = measure_form(c, FORM_CONCURRENT, 0);
	if (c->work || !ok)
		old_validation(&cell, ok);
	return ok;
}

/* Enough rounds; where cores take turns, or are taken away, one has to do. */
static bool enough_rounds(const struct workload_cell *c, unsigned wanted,
			  uint64_t elapsed, uint64_t seconds)
{
	uint64_t second = ticks_of_seconds(1);

	if (!c->rounds)
		return false;
	if (timeshared() || elapsed > seconds * second)
		return true;
	return c->rounds == WORKLOADS_ROUNDS ||
	       (c->rounds >= wanted && elapsed > second / 1000 * SHORT_MS);
}

static bool measure_rounds(struct workload_cell *c, unsigned wanted,
			   uint64_t seconds)
{
	uint64_t begun = tsc_read();
	bool ok = true;

	for (c->rounds = 0; c->work; c->rounds++) {
		unsigned first = c->rounds % 2; /* ABBA */

		if (enough_rounds(c, wanted, tsc_read() - begun, seconds))
			break;
		ok &= measure_form(c, first ? FORM_CONCURRENT : FORM_SEQUENTIAL,
				   c->rounds);
		if (c->work)
			ok &= measure_form(c, first ? FORM_SEQUENTIAL
					   : FORM_CONCURRENT, c->rounds);
	}
	return ok;
}

static bool measure_again(struct workload_cell *c)
{
	bool ok = true;

	for (unsigned r = 0; c->work && r < c->rounds; r++)
		ok &= measure_form(c, FORM_AGAIN, r);
	return ok;
}

/* ---- how much work ----------------------------------------------------- */

/* As many items as there is memory for; the cell is left out where those are
 * too few. */
static void choose_items(struct workload_cell *c, const struct workload *w,
			 uint32_t wanted)
{
	c->items = wanted;
	while (!w->prepare(c->items) && c->items >= w->items_least)
		c->items /= 2;
	c->work = c->items < w->items_least ? NULL : w;
	if (!c->work)
		old_skipped("workloads", w->name, "not enough memory");
	else if (c->items < wanted)
		log_warning("scaled_down", "workloads: %s with %u of %u %ss, "
			    "as many as there is memory for", w->name,
			    c->items, wanted, w->per);
}

/* The largest one comes last, so that the others find memory, too. */
static void workloads_prepare(const struct settings *settings, unsigned cores)
{
	scratch_empty();
	for (unsigned i = WORKLOADS; i--;) {
		const struct workload *w = work[i];
		struct workload_cell *c = &cells[i];

		*c = (struct workload_cell){ .cores = cores };
		if (settings_wants(settings, w->name))
			choose_items(c, w, settings->full ? w->items
							  : w->items_quick);
	}
}

static unsigned rounds_of(const struct settings *settings)
{
	unsigned most = settings->full ? WORKLOADS_ROUNDS : ROUNDS_QUICK;
	unsigned asked = settings->rounds;

	return (unsigned)clamp_u64(asked, ROUNDS_LEAST, most);
}

/* The published seconds, unless the reduced form or the command line says
 * otherwise. */
static void choose_scale(const struct settings *settings,
			 const struct workload *w)
{
	if (scale_given() || !w->scale_quick)
		scale_use(0);
	else
		scale_use(settings->full ? 1 : w->scale_quick);
}

/* ---- the experiment ---------------------------------------------------- */

static bool measure_on_cores(const struct settings *settings, unsigned cores)
{
	uint64_t seconds = settings->full ? SECONDS_FULL : SECONDS_QUICK;
	bool ok = true;

	timesharing_look(cores);
	workloads_prepare(settings, cores);
	for (unsigned i = 0; i < WORKLOADS; i++) {
		choose_scale(settings, work[i]);
		if (cells[i].work)
			ok &= workloads_validate(&cells[i]);
		ok &= measure_rounds(&cells[i], rounds_of(settings), seconds);
	}
	for (unsigned i = 0; i < WORKLOADS; i++) {
		choose_scale(settings, work[i]);
		ok &= measure_again(&cells[i]);
		if (cells[i].work)
			workloads_record(&cells[i]);
	}
	workloads_show(cells, WORKLOADS, cores > 1);
	scale_use(0);
	return ok;
}

static unsigned workloads_steps(const struct settings *settings)
{
	unsigned counts = settings->cores > 1 ? 2 : 1, wanted = 0;

	for (unsigned i = 0; i < WORKLOADS; i++)
		wanted += settings_wants(settings, work[i]->name);
	return counts * wanted * (FORMS * rounds_of(settings) + 2);
}

static bool workloads_run(const struct settings *settings)
{
	bool ok = measure_on_cores(settings, 1);

	if (settings->cores > 1)
		ok &= measure_on_cores(settings, settings->cores);
	return ok;
}

static const struct variant *workloads_names(unsigned *count)
{
	MADE_ROWS(made, WORKLOADS);

	for (unsigned i = 0; i < WORKLOADS; i++)
		made_rows_name(&made, work[i]->name, work[i]->summary);
	*count = made.count;
	return made.row;
}

ROWS_MADE(workloads, workloads_names);
EXPERIMENT_RUN(workloads, workloads_steps, workloads_run,
	       "when do many workers gain, and when do many cores?",
	       .order = ORDER_WHOLE);
