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
#include "bench/config/settings.h"
#include "bench/harness/trial.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define ROUNDS_LEAST 2u   /* one gives no spread */
#define ROUNDS_QUICK 6u   /* with fewer no conclusion is sure */
#define SHORT_MS 500u     /* until then more rounds: one may be disturbed */
#define SECONDS_QUICK 3u  /* of a workload; then no further round begins */
#define SECONDS_FULL 30u
#define NAME_MAX 32u

static const struct workload *const work[WORKLOADS] = {
	&workload_add, &workload_sort, &workload_search };
const char *const workloads_form[FORMS] = {
	"sequential", "concurrent", "1_a_core", "2_a_core", "4_a_core",
	"8_a_core", "16_a_core", "again" };

static struct workload_cell cells[WORKLOADS];

/* ---- forms ------------------------------------------------------------- */

unsigned workloads_workers(enum form form, unsigned cores)
{
	if (form == FORM_SEQUENTIAL || form == FORM_AGAIN)
		return 0;
	return form == FORM_CONCURRENT ? WORKLOAD_WORKERS
				       : cores << (form - FORM_CROWD);
}

bool workloads_has(const struct workload_cell *c, enum form form)
{
	return c->work && (form < FORM_CROWD || form == FORM_AGAIN ||
			   (c->all_cores && workloads_workers(form, c->cores) <=
					    WORKLOAD_CROWD_MOST));
}

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

/* ---- a cell ------------------------------------------------------------ */

/* In the records: "sort/concurrent". */
static const char *form_name(char name[NAME_MAX], const struct workload *w,
			     enum form form)
{
	format(name, NAME_MAX, "%s/%s", w->name, workloads_form[form]);
	return name;
}

static struct record_key key_of(const struct workload *w, unsigned cores)
{
	return (struct record_key){ "workloads", w->name, cores, NULL };
}

static enum outcome run_form_once(struct workload_cell *c, enum form form,
				  unsigned round)
{
	struct pass p = { .work = c->work,
			  .workers = workloads_workers(form, c->cores) };
	struct record_key key = key_of(c->work, c->cores);
	enum outcome outcome;

	trial_begin(&key);
	outcome = run_pass(&p, c->cores);
	c->ticks[form][round] = p.ticks;
	return outcome;
}

/* One round more, done again where it was disturbed. */
static enum outcome time_form(struct workload_cell *c, enum form form,
			      unsigned round)
{
	int64_t *ticks = &c->ticks[form][round];
	enum outcome outcome;

	do {
		history_begin(&c->history[form],
			      workloads_workers(form, c->cores) ? c->cores : 1);
		outcome = run_form_once(c, form, round);
	} while (outcome == RIGHT && !history_add(&c->history[form], ticks, 1));
	return outcome;
}

/* False: the cell is left out. */
static bool leave_out_unless(enum outcome outcome, struct workload_cell *c,
			     enum form form)
{
	char name[NAME_MAX];
	struct record_key key = key_of(c->work, c->cores);

	if (outcome == RIGHT)
		return true;
	key.variant = form_name(name, c->work, form);
	if (outcome == NO_MEMORY)
		trial_skip(&key, "not enough memory for the fibers' stacks");
	else
		trial_wrong(&key, "a wrong result");
	c->wrong = outcome == WRONG;
	c->work = NULL;
	return false;
}

/* Both forms before they are timed; the first touch of all memory, too. */
static bool workloads_validate(struct workload_cell *c)
{
	struct record_key key = key_of(c->work, c->cores);
	struct proof proof = { .property = "the right result",
			       .operations = (uint64_t)FORM_CROWD * c->items };

	for (enum form f = FORM_SEQUENTIAL; f < FORM_CROWD && !proof.proven; f++) {
		enum outcome outcome = run_form_once(c, f, 0);

		trial_step(1);
		if (outcome == NO_MEMORY)
			return leave_out_unless(outcome, c, f);
		proof.proven = proven_if(outcome == RIGHT);
		c->history[f].pilot = c->ticks[f][0];
	}
	if (!trial_verdict(&key, &proof)) {
		c->wrong = true;
		c->work = NULL;
	}
	return proof.proven == PROVEN;
}

static bool time_round(void *of, unsigned form, unsigned round)
{
	return !workloads_has(of, form) ||
	       leave_out_unless(time_form(of, form, round), of, form);
}

static bool time_again(void *of, unsigned subject, unsigned round)
{
	(void)subject;
	return time_round(of, FORM_AGAIN, round);
}

/* Enough rounds; where cores take turns, or are taken away, one has to do. */
static void measure_cell(struct workload_cell *c, unsigned wanted,
			 uint64_t seconds)
{
	uint64_t now = tsc_read();
	struct trial_rounds plan = {
		.rounds = { .subjects = FORM_AGAIN, .wanted = wanted,
			    .most = WORKLOADS_ROUNDS,
			    .fill = now + ticks_of_ms(SHORT_MS),
			    .until = now + ticks_of_seconds(seconds) },
		.steps = 1, .pass = time_round, .of = c };

	trial_rounds(&plan, &c->rounds);
}

static void measure_again(struct workload_cell *c)
{
	struct trial_rounds plan = {
		.rounds = { .subjects = 1, .wanted = c->rounds,
			    .timeshared = c->rounds },
		.steps = 1, .pass = time_again, .of = c };
	unsigned done;

	trial_rounds(&plan, &done);
}

/* ---- results ----------------------------------------------------------- */

static int64_t report_form(const struct workload_cell *c, enum form form)
{
	char name[NAME_MAX];
	int64_t sample[WORKLOADS_ROUNDS];
	unsigned workers = workloads_workers(form, c->cores);
	const struct param params[] = {
		{ "items", c->items },
		{ "workers", workers ? workers : 1 },
		{ c->work->scale_quick ? "scale" : NULL,
		  (int64_t)scale_divisor() }, { NULL, 0 } };

	memcpy(sample, c->ticks[form], sizeof(sample));
	return trial_report_rounds(&(struct result){
		.key = { "workloads", form_name(name, c->work, form), c->cores,
			 params },
		.per = c->work->per, .batch = c->items, .quiet = true,
		.fields = workloads_log_own,
		.of = &(struct workload_form){ c, form } },
		&c->history[form], sample, c->rounds);
}

/* ---- how much work ----------------------------------------------------- */

/* As many items as there is memory for; the cell is left out where those are
 * too few. */
static void choose_items(struct workload_cell *c, const struct workload *w,
			 uint32_t wanted)
{
	struct record_key key = key_of(w, c->cores);

	c->items = wanted;
	while (!w->prepare(c->items) && c->items >= w->items_least)
		c->items /= 2;
	c->work = c->items < w->items_least ? NULL : w;
	if (!c->work)
		trial_skip_memory(&key);
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

		*c = (struct workload_cell){
			.cores = cores, .all_cores = cores == settings->cores };
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
		if (cells[i].work && workloads_validate(&cells[i]))
			measure_cell(&cells[i], rounds_of(settings), seconds);
	}
	for (unsigned i = 0; i < WORKLOADS; i++) {
		choose_scale(settings, work[i]);
		if (cells[i].work)
			measure_again(&cells[i]);
		for (enum form f = 0; f < FORMS; f++)
			if (workloads_has(&cells[i], f))
				cells[i].median[f] = report_form(&cells[i], f);
		ok &= !cells[i].wrong;
	}
	workloads_show(cells, WORKLOADS);
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
