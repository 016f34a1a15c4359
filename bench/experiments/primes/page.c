/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/report/finding.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/ticks.h"

#define NAME_MAX 48u
#define SENTENCE_MAX 48u

/* Wall time over the sequential run's, in thousandths. */
static int64_t times_milli(const struct primes_group *g,
			   const struct primes_subject *s, unsigned point)
{
	uint64_t alone = g->subject[0].median[point];

	return alone && s->median[point] ?
	       (int64_t)(s->median[point] * 1000 / alone) : TEXT_NULL;
}

static int64_t inverse(int64_t milli)
{
	return milli && milli != TEXT_NULL ? 1000000 / milli : TEXT_NULL;
}

static int64_t us_milli(uint64_t ticks)
{
	return ticks && ticks_known() ? (int64_t)(ticks * 1000 /
				 ticks_of_us(1))
		     : TEXT_NULL;
}

/* ---- the page ---------------------------------------------------------- */

static void show_heading(const struct primes_group *g)
{
	machine_style(MACHINE_TITLE);
	print("\nPrimes in 1..N by trial division on %u core%s: us a run, "
	      "times the sequential\n", g->cores, g->cores == 1 ? "" : "s");
	machine_style(MACHINE_DIM);
	print("%-12s", "");
	for (unsigned p = 0; p < g->points; p++)
		print("   N = %-11u", primes_n[p]);
	print("  pays from N\n");
	machine_style(MACHINE_PLAIN);
}

static void show_subject(const struct primes_group *g,
			 const struct primes_subject *s)
{
	char us[TEXT_NUMBER_MAX], ratio[TEXT_NUMBER_MAX];

	print("%-11.11s ", s->name);
	for (unsigned p = 0; p < g->points; p++)
		print("%9s %6s ", text_number(us, us_milli(s->median[p])),
		      text_number(ratio, times_milli(g, s, p)));
	print("%14s\n", s->crossed ? text_number(us, s->crossover) : "");
}

/* ---- findings ---------------------------------------------------------- */

static void find_crossover(const struct primes_group *g,
			   const struct primes_subject *s)
{
	unsigned last = g->points - 1;
	char name[NAME_MAX], slow[TEXT_NUMBER_MAX], fast[TEXT_NUMBER_MAX];
	char from[TEXT_NUMBER_MAX], pays[SENTENCE_MAX];

	format(name, sizeof(name), "crossover/%s", s->name);
	text_number(slow, times_milli(g, s, 0));
	text_number(fast, inverse(times_milli(g, s, last)));
	if (s->crossover == TEXT_NULL)
		format(pays, sizeof(pays), "it does not pay up to N = %u",
		       PRIMES_CROSS_MOST);
	else
		format(pays, sizeof(pays), "it pays from N = %s",
		       text_number(from, s->crossover));
	report_conclusion(&(struct finding){
		.experiment = "primes", .name = name, .unit = "numbers",
		.value_milli = s->crossover, .quiet = true,
		.subject = { s->name } },
		       "%s on %u cores; N = %u: %s times as long as sequential "
		       "(published: 8), N = %u: %s times as fast; %s", s->name,
		       g->cores, primes_n[0], slow, primes_n[last], fast, pays);
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
	machine_style(MACHINE_DIM);
	print("  every list is compared with a sieve's; published: at N = 100 "
	      "8 times as long\n");
	machine_style(MACHINE_PLAIN);
}
