/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/findings.h"
#include "bench/experiments/dispatch/record.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/print.h"
#include "kernel/string.h"

/* Executors side by side: 15 columns for what the row is, 13 for each. */
#define ACROSS 5u

static unsigned shown[ACROSS], executors; /* subjects of the page */

static void choose(const struct dispatch_group *g)
{
	executors = 0;
	for (unsigned s = 0; s < g->subjects && executors < ACROSS; s++)
		for (unsigned p = 0; p < DISPATCH_TABLE; p++)
			if (g->cell[s][p].measured && !g->subject[s].swapped) {
				shown[executors++] = s;
				break;
			}
}

static void heading(const struct dispatch_group *g)
{
	machine_style(MACHINE_TITLE);
	print("\nA task of n iterations on %u core%s: overhead (%s), wall "
	      "time / the loop's\n", g->cores, g->cores == 1 ? "" : "s",
	      record_unit());
	machine_style(MACHINE_DIM);
	print("%14s", "n");
	for (unsigned i = 0; i < executors; i++)
		print("%13.12s", g->subject[shown[i]].name);
	print("\n");
	machine_style(MACHINE_PLAIN);
}

static void row(const struct dispatch_group *g, unsigned point)
{
	const struct dispatch_cell *loop = dispatch_find(g, "loop", point);

	print("%14lu", dispatch_n[point]);
	for (unsigned i = 0; i < executors; i++) {
		const struct dispatch_cell *c = &g->cell[shown[i]][point];
		char ticks[TEXT_NUMBER_MAX], ratio[TEXT_NUMBER_MAX];

		text_number(ticks, c->stamped ? c->overhead_milli : TEXT_NULL);
		text_number(ratio, c->measured && loop ?
			    dispatch_times_milli(c, loop) : TEXT_NULL);
		if (c->measured && dispatch_best(g, point) == c)
			machine_style(MACHINE_GOOD);
		print("%7s %5s", ticks, ratio);
		machine_style(MACHINE_PLAIN);
	}
	print("\n");
}

/* ---- what follows ----------------------------------------------------------- */

static void conclusion(const struct dispatch_group *g, const char *what,
		       const char *unit, size_t member)
{
	print("%14s", what);
	for (unsigned i = 0; i < executors; i++) {
		const struct dispatch_conclusion *c =
			&g->conclusion[shown[i]];
		char text[TEXT_NUMBER_MAX];
		int64_t value;

		memcpy(&value, (const uint8_t *)c + member, sizeof(value));
		print("%7s %-5s", text_number(text, value),
		      value == TEXT_NULL ? "" : unit);
	}
	print("\n");
}

#define CONCLUSION(group, what, unit, member)                                \
	conclusion(group, what, unit,                                        \
		   offsetof(struct dispatch_conclusion, member))

void dispatch_summary(const struct dispatch_group *g)
{
	choose(g);
	if (!executors)
		return;
	heading(g);
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		row(g, p);
	machine_style(MACHINE_GOOD);
	CONCLUSION(g, "overtakes at n", "", break_even);
	CONCLUSION(g, "a body of", "", break_even_ticks);
	CONCLUSION(g, "5 % at body of", "", five_percent);
	CONCLUSION(g, "empty / 1 core", "times", slowdown);
	machine_style(MACHINE_PLAIN);
}
