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
#include "bench/config/scale.h"
#include "bench/harness/row.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define WORKLOADS 3u
#define CROWD_MOST 1024u  /* workers; more are not asked for */
#define ROUNDS_LEAST 2u   /* one gives no spread */
#define ROUNDS_QUICK 6u   /* with fewer no conclusion is sure */
#define ROUNDS_MOST 10u
#define SHORT_MS 500u     /* until then more rounds: one may be disturbed */
#define SECONDS_QUICK 3u  /* of a workload; then no further round begins */
#define SECONDS_FULL 30u
#define NAME_MAX 32u

static const struct workload *const work[WORKLOADS] = {
	&workload_add, &workload_sort, &workload_search };
static const char *const form_name[FORMS] = {
	"sequential", "concurrent", "1_a_core", "2_a_core", "4_a_core",
	"8_a_core", "16_a_core", "again" };

/* One workload on one number of cores; a row a form: "sort/concurrent". */
static struct measured {
	const struct workload *work;
	unsigned cores;
	uint32_t items;
	bool ok, wrong; /* it is measured; it gave a wrong result */
	struct row row[FORMS];
	char name[FORMS][NAME_MAX];
	struct param params[FORMS][4];
} cells[WORKLOADS];

/* ---- a pass ------------------------------------------------------------ */

struct pass {
	const struct workload *work;
	unsigned workers; /* 0: one fiber does it all */
	bool spawned;     /* all workers */
	int64_t ticks;
};
static const struct pass *present; /* the workers' */

static void work_part(void *arg)
{
	present->work->part((unsigned)(uintptr_t)arg, present->workers);
}

static bool spread_workers(struct join *join, unsigned workers)
{
	bool all = true;

	for (uintptr_t i = 0; i < workers; i++)
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
	if (p->workers) {
		join_init(&join);
		p->spawned = spread_workers(&join, p->workers);
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
	present = p;
	p->work->reset();
	if (!sched_run(cores, run_form, p) || !p->spawned)
		return NO_MEMORY;
	return p->work->right() ? RIGHT : WRONG;
}

/* ---- rows -------------------------------------------------------------- */

static struct record_key key_of(const struct measured *c)
{
	return (struct record_key){ "workloads", c->work->name, c->cores,
				    NULL };
}

/* 0: one fiber does it all. */
static unsigned workers_of(enum form form, unsigned cores)
{
	if (form == FORM_SEQUENTIAL || form == FORM_AGAIN)
		return 0;
	return form == FORM_CONCURRENT ? WORKLOAD_WORKERS
				       : cores << (form - FORM_CROWD);
}

/* With no further round, and no record. */
static void leave_out(struct measured *c)
{
	c->ok = false;
	for (enum form f = 0; f < FORMS; f++)
		c->row[f].out = true;
}

static enum outcome try_form(const struct measured *c, enum form form,
			     int64_t *ticks)
{
	struct pass p = { .work = c->work,
			  .workers = workers_of(form, c->cores) };
	enum outcome outcome = run_pass(&p, c->cores);

	*ticks = p.ticks;
	if (outcome == NO_MEMORY)
		trial_skip(&c->row[form].result.key,
			   "not enough memory for the fibers' stacks");
	return outcome;
}

static uint32_t take(struct row *row, unsigned round, int64_t *ticks)
{
	struct measured *c = row->of;
	enum outcome outcome = try_form(c, (enum form)(row - c->row), ticks);

	(void)round;
	if (outcome == RIGHT)
		return 1;
	c->wrong = outcome == WRONG;
	if (c->wrong)
		trial_wrong(&row->result.key, "a wrong result");
	leave_out(c);
	return 0;
}

static void log_figure(const void *of)
{
	const struct row *row = of;
	const struct measured *c = row->of;
	int64_t value[ROUNDS_MOST];

	if (row >= c->row + c->work->figure_forms || !ticks_known())
		return;
	for (unsigned r = 0; r < row->history.rounds; r++)
		value[r] = row->history.disturbed[r] || !row->history.p50[r] ?
			   QUANTITY_NONE :
			   c->work->figure(c->items, row->history.p50[r]);
	log_quantity(c->work->figure_name, value, row->history.rounds);
}

/* The scale is that of the workload: see choose_scale(). */
static void make_row(struct measured *c, enum form form, bool all_cores)
{
	unsigned workers = workers_of(form, c->cores);

	format(c->name[form], NAME_MAX, "%s/%s", c->work->name,
	       form_name[form]);
	c->params[form][0] = (struct param){ "items", c->items };
	c->params[form][1] = (struct param){ "workers", workers ?: 1 };
	if (c->work->scale_quick)
		c->params[form][2] = (struct param){
			"scale", (int64_t)scale_divisor() };
	c->row[form] = (struct row){
		.result = { .key = { "workloads", c->name[form], c->cores,
				     c->params[form] },
			    .per = c->work->per, .batch = c->items,
			    .fields = log_figure },
		.take = take, .cores = workers ? c->cores : 1, .of = c,
		.out = form >= FORM_CROWD && form < FORM_AGAIN &&
		       (!all_cores || workers > CROWD_MOST) };
}

/* Both forms before they are timed; the first touch of all memory, too. */
static void validate(struct measured *c)
{
	const struct record_key key = key_of(c);
	struct proof proof = { .property = "the right result",
			       .operations = (uint64_t)FORM_CROWD * c->items };

	trial_begin(&key);
	for (enum form f = FORM_SEQUENTIAL; f < FORM_CROWD && !c->wrong; f++) {
		enum outcome outcome = try_form(c, f, &c->row[f].history.pilot);

		trial_step(1);
		if (outcome == NO_MEMORY) {
			leave_out(c);
			return;
		}
		c->wrong = outcome == WRONG;
	}
	proof.proven = proven_if(!c->wrong);
	if (!trial_verdict(&key, &proof))
		leave_out(c);
}

/* ---- how much work ----------------------------------------------------- */

/* As many items as there is memory for; the cell is left out where those are
 * too few. */
static void choose_items(struct measured *c, uint32_t wanted)
{
	const struct workload *w = c->work;
	const struct record_key key = key_of(c);

	c->items = wanted;
	while (!w->prepare(c->items) && c->items >= w->items_least)
		c->items /= 2;
	c->ok = c->items >= w->items_least;
	if (!c->ok)
		trial_skip_memory(&key);
	else if (c->items < wanted)
		log_warning("scaled_down", "workloads: %s with %u of %u %ss, "
			    "as many as there is memory for", w->name,
			    c->items, wanted, w->per);
}

static unsigned rounds_of(const struct settings *settings)
{
	unsigned most = settings->full ? ROUNDS_MOST : ROUNDS_QUICK;
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

/* Enough rounds; where cores take turns, or are taken away, one has to do. */
static void measure(const struct settings *settings, struct measured *c)
{
	uint64_t seconds = settings->full ? SECONDS_FULL : SECONDS_QUICK;
	struct rounds rounds = { .wanted = rounds_of(settings),
				 .most = ROUNDS_MOST };

	choose_scale(settings, c->work);
	for (enum form f = 0; f < FORMS; f++)
		make_row(c, f, c->cores == settings->cores);
	validate(c);
	rounds.fill = tsc_read() + ticks_of_ms(SHORT_MS);
	rounds.until = tsc_read() + ticks_of_seconds(seconds);
	if (c->ok)
		rows_measure(c->row, FORM_AGAIN, &rounds, 1);
}

static void measure_again(const struct settings *settings, struct measured *c)
{
	unsigned rounds = c->row[FORM_SEQUENTIAL].history.rounds;

	choose_scale(settings, c->work);
	rows_measure(&c->row[FORM_AGAIN], 1, &(struct rounds){
		.wanted = rounds, .timeshared = rounds }, 1);
	rows_report(c->row, FORMS);
}

/* The largest work comes last, so that the others find memory, too. */
static bool measure_on_cores(const struct settings *settings, unsigned cores)
{
	bool ok = true;

	timesharing_look(cores);
	scratch_empty();
	for (unsigned i = WORKLOADS; i--;) {
		struct measured *c = &cells[i];

		*c = (struct measured){ .work = work[i], .cores = cores };
		if (settings_wants(settings, work[i]->name))
			choose_items(c, settings->full ? work[i]->items
						       : work[i]->items_quick);
	}
	for (unsigned i = 0; i < WORKLOADS; i++)
		if (cells[i].ok)
			measure(settings, &cells[i]);
	for (unsigned i = 0; i < WORKLOADS; i++) {
		if (cells[i].ok)
			measure_again(settings, &cells[i]);
		ok &= !cells[i].wrong;
	}
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
	       .order = ORDER_WHOLE, .step_ms = { 5, 110 },
	       .page = "find/sequential find/concurrent* add/sequential");
