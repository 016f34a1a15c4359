/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/report/finding.h"
#include "bench/report/grid.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/ticks.h"

#define NAME_MAX 48u
#define SENTENCE_MAX 48u

/* Wall time over the sequential run's, in thousandths. */
static int64_t times_milli(const struct primes_group *g,
			   const struct primes_subject *s, unsigned point)
{
	int64_t alone = g->subject[0].median[point];

	return alone && s->median[point] ? s->median[point] * 1000 / alone
					 : TEXT_NULL;
}

static int64_t inverse(int64_t milli)
{
	return milli && milli != TEXT_NULL ? 1000000 / milli : TEXT_NULL;
}

static int64_t us_milli(int64_t ticks)
{
	return ticks && ticks_known() ? ns_of_ticks(ticks) : TEXT_NULL;
}

/* ---- the page ---------------------------------------------------------- */

static void show_heading(const struct primes_group *g)
{
	grid_title("Primes in 1..N by trial division on %u core%s: us a run, "
		   "times the sequential", g->cores, text_s(g->cores));
	grid_column(-12, "executor");
	for (unsigned p = 0; p < g->points; p++)
		grid_column(17, "N = %u", primes_n[p]);
	grid_column(14, "pays from N");
	grid_row();
}

static void show_subject(const struct primes_group *g,
			 const struct primes_subject *s)
{
	grid_text("%.11s", s->name);
	for (unsigned p = 0; p < g->points; p++)
		grid_text("%9s %6s", text_of(us_milli(s->median[p])),
			  text_of(times_milli(g, s, p)));
	if (s->crossed)
		grid_milli(s->crossover);
	grid_row();
}

/* ---- findings ---------------------------------------------------------- */

static void find_crossover(const struct primes_group *g,
			   const struct primes_subject *s)
{
	unsigned last = g->points - 1;
	char name[NAME_MAX], pays[SENTENCE_MAX];

	format(name, sizeof(name), "crossover/%s", s->name);
	if (s->crossover == TEXT_NULL)
		format(pays, sizeof(pays), "it does not pay up to N = %u",
		       PRIMES_CROSS_MOST);
	else
		format(pays, sizeof(pays), "it pays from N = %s",
		       text_of(s->crossover));
	report_conclusion(&(struct finding){
		.experiment = "primes", .name = name, .unit = "numbers",
		.value_milli = s->crossover, .quiet = true,
		.subject = { s->name } },
		       "%s on %u cores; N = %u: %s times as long as sequential "
		       "(published: 8), N = %u: %s times as fast; %s", s->name,
		       g->cores, primes_n[0], text_of(times_milli(g, s, 0)),
		       primes_n[last],
		       text_of(inverse(times_milli(g, s, last))), pays);
}

void primes_show_page(const struct primes_group *g)
{
	show_heading(g);
	for (unsigned i = 0; i < g->subjects; i++) {
		const struct primes_subject *s = &g->subject[i];

		show_subject(g, s);
		if (s->crossed)
			find_crossover(g, s);
	}
	grid_note("every list is compared with a sieve's; published: at N = "
		  "100 8 times as long");
}
