/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/conclusions/conclude.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define NAME_MAX 48u
#define WHAT_MAX 80u

/* Of the executors with several workers, on all cores. */
static bool is_told(const struct primes_group *g,
		    const struct primes_subject *s)
{
	return g->all_cores && g->cores > 1 && s->kind && s->kind->parallel;
}

/* ---- findings ---------------------------------------------------------- */

static void add_row(struct conclusion *c, const struct primes_group *g,
		    const struct primes_subject *s, unsigned point)
{
	uint32_t n = primes_n[point];
	const struct param params[] = PRIMES_PARAMS(s, n, g->cores);
	struct record_key key = primes_key(s, g->cores, params);

	conclusion_add(c, s->name, results_find_row(&key));
}

/* The rows in docs/published.md; the shortest range has its own (split.c). */
static const char *const longer_id[PRIMES_POINTS] = {
	NULL, "primes.times_10000", "primes.times_1000000" };

/* How many times the sequential run takes; a finding of those that are told. */
static int64_t find_times(const struct primes_group *g,
			  const struct primes_subject *s, unsigned point)
{
	char name[NAME_MAX], what[WHAT_MAX];
	struct judged judged;
	struct conclusion c = {
		.experiment = "primes", .name = name, .claim = CLAIM_RATIO,
		.fineness = g->cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = g->cores, .unit = "times", .what = what,
		.published = point ? NULL : "8", .quiet = true,
		.published_id = point && !strcmp(s->name, "shared") ?
				longer_id[point] : NULL };

	format(name, sizeof(name), "times/%s/%u", s->name, primes_n[point]);
	format(what, sizeof(what), "Primes up to %u (on %u core%s)",
	       primes_n[point], g->cores, format_s(g->cores));
	add_row(&c, g, &g->subject[0], point);
	add_row(&c, g, s, point);
	if (c.subjects != 2)
		return TEXT_NULL;
	if (is_told(g, s))
		conclude_as(&c, &judged);
	else
		gate_judge(&(struct gate_case){ .claim = c.claim, .subjects = 2,
						.subject = c.subject },
			   &judged);
	return judged.figure.value == GATE_NO_ROUND ? TEXT_NULL
						    : judged.figure.value;
}

/* The same place as ticks: the run's work against what sharing it costs. Of
 * all in the full suite: one says it, and each takes a line of the log. */
static void find_price(const struct primes_group *g,
		       const struct primes_subject *s, unsigned of)
{
	static const char *const word[PRIMES_PRICES] = { "work", "overhead" };
	static const char *const text[PRIMES_PRICES] = {
		"Where %s on %u cores begins to pay: %%s %s of work",
		"Where %s on %u cores begins to pay: %%s %s of overhead" };
	char name[NAME_MAX], what[WHAT_MAX], never[WHAT_MAX];
	bool published = !strcmp(s->name, "shared");

	if (!g->full && !published)
		return;
	format(name, sizeof(name), "crossover_%s/%s", word[of], s->name);
	format(what, sizeof(what), text[of], s->name, g->cores, record_unit());
	format(never, sizeof(never), "%s on %u cores never begins to pay, "
	       "whatever the %s", s->name, g->cores, word[of]);
	conclude(&(struct conclusion){
		.experiment = "primes", .name = name, .claim = CLAIM_VALUE,
		.fineness = FINE_CORES, .cores = g->cores,
		.unit = record_unit(), .what = what, .never = never,
		.published_id = !published ? NULL :
			of == PRIMES_PRICE_WORK ? "primes.crossover_work"
						: "primes.crossover_overhead",
		.quiet = true, .subjects = 1,
		.subject = { { s->name, FIT, s->crossings, s->price[of] } } });
}

/* TEXT_NULL: never, or not looked for. */
static int64_t find_crossover(const struct primes_group *g,
			      const struct primes_subject *s)
{
	char name[NAME_MAX], what[WHAT_MAX], never[WHAT_MAX];
	struct judged judged;

	if (!s->crossings)
		return TEXT_NULL;
	find_price(g, s, PRIMES_PRICE_WORK);
	find_price(g, s, PRIMES_PRICE_OVERHEAD);
	format(name, sizeof(name), "crossover/%s", s->name);
	format(what, sizeof(what), "Range from which %s on %u cores pays: 1 to %%s",
	       s->name, g->cores);
	format(never, sizeof(never), "%s on %u cores finds no primes up to %u faster",
	       s->name, g->cores, PRIMES_CROSS_MOST);
	conclude_as(&(struct conclusion){
		.experiment = "primes", .name = name, .claim = CLAIM_VALUE,
		.fineness = FINE_CORES, .cores = g->cores, .unit = "numbers",
		.what = what, .never = never, .quiet = true, .subjects = 1,
		.published_id = strcmp(s->name, "shared") ? NULL
							  : "primes.crossover",
		.subject = { { s->name, FIT, s->crossings, s->crossover } } },
		    &judged);
	return judged.figure.value == GATE_NO_ROUND ? TEXT_NULL
						    : judged.figure.value;
}

/* ---- the page ---------------------------------------------------------- */

static int64_t us_milli(int64_t ticks)
{
	return ticks && ticks_known() ? ns_of_ticks(ticks) : TEXT_NULL;
}

static void show_heading(const struct primes_group *g)
{
	grid_title("Primes in 1..N by trial division on %u core%s: us a run, "
		   "times the sequential", g->cores, format_s(g->cores));
	grid_column(-12, "executor");
	for (unsigned p = 0; p < g->points; p++)
		grid_column(17, "N = %u", primes_n[p]);
	grid_column(14, "pays from N");
	grid_row();
}

/* Findings first: while a row is begun, no record can be written. */
static void show_subject(const struct primes_group *g,
			 const struct primes_subject *s)
{
	int64_t times[PRIMES_POINTS], crossover = find_crossover(g, s);

	for (unsigned p = 0; p < g->points; p++)
		times[p] = find_times(g, s, p);
	grid_text("%.11s", s->name);
	for (unsigned p = 0; p < g->points; p++)
		grid_text("%9s %6s", text_of(us_milli(s->median[p])),
			  text_of(times[p]));
	if (s->crossings)
		grid_milli(crossover);
	grid_row();
}

void primes_show_page(const struct primes_group *g)
{
	show_heading(g);
	for (unsigned i = 0; i < g->subjects; i++)
		show_subject(g, &g->subject[i]);
	grid_note("every list is compared with a sieve's; published: at N = "
		  "100 8 times as long");
}
