/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/report/grid.h"
#include "bench/report/quantity.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define NAME_MAX 48u

/* ---- where each begins to pay ------------------------------------------ */

static void log_overhead(const void *of)
{
	const struct primes_subject *s = of;

	log_quantity("overhead_rounds", s->price[PRIMES_PRICE_OVERHEAD],
		     s->crossings);
}

/* In ticks: of all in the full suite, else of one, as each takes a line. */
static void record_price(const struct primes_group *g,
			 const struct primes_subject *s)
{
	char name[NAME_MAX];

	if (!g->full && strcmp(s->name, "shared"))
		return;
	format(name, sizeof(name), "%s/crossover_work", s->name);
	record_quantity(&(struct quantity){
		.key = { "primes", name, g->cores, NULL },
		.primitive = s->name, .rounds = s->crossings,
		.round = s->price[PRIMES_PRICE_WORK],
		.fields = log_overhead, .of = s });
}

/* Nothing where it was not looked for. */
static void record_crossover(const struct primes_group *g,
			     const struct primes_subject *s)
{
	char name[NAME_MAX];

	if (!s->crossings)
		return;
	format(name, sizeof(name), "%s/crossover", s->name);
	record_quantity(&(struct quantity){
		.key = { "primes", name, g->cores, NULL }, .unit = "numbers",
		.primitive = s->name, .rounds = s->crossings,
		.round = s->crossover });
	record_price(g, s);
}

/* ---- the page ---------------------------------------------------------- */

static int64_t us_milli(int64_t ticks)
{
	return ticks && ticks_known() ? ns_of_ticks(ticks) : TEXT_NULL;
}

static void show_heading(const struct primes_group *g)
{
	grid_title("Primes in 1..N by trial division on %u core%s: us a run",
		   g->cores, format_s(g->cores));
	grid_column(-12, "executor");
	for (unsigned p = 0; p < g->points; p++)
		grid_column(14, "N = %u", primes_n[p]);
	grid_row();
}

static void show_subject(const struct primes_group *g,
			 const struct primes_subject *s)
{
	grid_text("%.11s", s->name);
	for (unsigned p = 0; p < g->points; p++)
		grid_milli(us_milli(s->median[p]));
	grid_row();
}

/* Quantities first: while a row is begun, no record can be written. */
void primes_show_page(const struct primes_group *g)
{
	for (unsigned i = 0; i < g->subjects; i++)
		record_crossover(g, &g->subject[i]);
	show_heading(g);
	for (unsigned i = 0; i < g->subjects; i++)
		show_subject(g, &g->subject[i]);
	grid_note("every list is compared with a sieve's; published: at N = "
		  "100 8 times as long");
}
