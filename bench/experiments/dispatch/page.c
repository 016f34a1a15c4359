/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/report/record.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/print.h"
#include "kernel/string.h"

/* ---- all executors ----------------------------------------------------- */

/* Executors side by side: 15 columns for what the row is, 13 for each. */
#define ACROSS 5u

static unsigned shown[ACROSS], executors; /* subjects of the page */

static void choose_executors(const struct dispatch_group *g)
{
	executors = 0;
	for (unsigned s = 0; s < g->subjects && executors < ACROSS; s++)
		for (unsigned p = 0; p < DISPATCH_TABLE; p++)
			if (g->cell[s][p].measured &&
			    !g->subject[s].exchanged) {
				shown[executors++] = s;
				break;
			}
}

static void show_summary_heading(const struct dispatch_group *g)
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

static void show_summary_row(const struct dispatch_group *g, unsigned point)
{
	const struct dispatch_cell *loop = dispatch_find_cell(g, "loop", point);

	print("%14lu", dispatch_n[point]);
	for (unsigned i = 0; i < executors; i++) {
		const struct dispatch_cell *c = &g->cell[shown[i]][point];
		char ticks[TEXT_NUMBER_MAX], ratio[TEXT_NUMBER_MAX];

		text_number(ticks, c->stamped ? c->overhead_milli : TEXT_NULL);
		text_number(ratio, c->measured && loop ?
			    dispatch_times_milli(c, loop) : TEXT_NULL);
		if (c->measured && dispatch_best_cell(g, point) == c)
			machine_style(MACHINE_GOOD);
		print("%7s %5s", ticks, ratio);
		machine_style(MACHINE_PLAIN);
	}
	print("\n");
}

/* ---- what follows ------------------------------------------------------ */

static void show_conclusion(const struct dispatch_group *g, const char *what,
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
	show_conclusion(group, what, unit,                                   \
			offsetof(struct dispatch_conclusion, member))

void dispatch_show_summary(const struct dispatch_group *g)
{
	choose_executors(g);
	if (!executors)
		return;
	show_summary_heading(g);
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		show_summary_row(g, p);
	machine_style(MACHINE_GOOD);
	CONCLUSION(g, "overtakes at n", "", break_even);
	CONCLUSION(g, "a body of", "", break_even_ticks);
	CONCLUSION(g, "5 % at body of", "", five_percent);
	CONCLUSION(g, "empty / 1 core", "times", slowdown);
	machine_style(MACHINE_PLAIN);
}

/* ---- one executor ------------------------------------------------------ */

/* Two decimals, in six columns. */
static const char *percent(char text[TEXT_NUMBER_MAX], int64_t milli)
{
	int64_t size = milli < 0 ? -milli : milli;

	format(text, TEXT_NUMBER_MAX, "%s%ld.%02ld", milli < 0 ? "-" : "",
	       size / 1000, size % 1000 / 10);
	return text;
}

static void show_heading(const struct dispatch_cell *c)
{
	machine_style(MACHINE_TITLE);
	print("\n%s on %u core%s: %.54s\n", c->subject->name, c->cores,
	      c->cores == 1 ? "" : "s", c->subject->kind->summary);
	machine_style(MACHINE_DIM);
	print("%6s %8s %6s %6s %6s %6s %8s %4s %8s %8s\n", "n", "overhead",
	      "work", "price", "ovh. %", "work %", "wall ms", "wrks", "ovh. ms",
	      "work ms");
	machine_style(MACHINE_PLAIN);
}

static void show_row(const struct dispatch_cell *c)
{
	char text[8][TEXT_NUMBER_MAX];

	print("%6lu %8s %6s %6s %6s %6s %8s %4u %8s %8s\n",
	      dispatch_n[c->point], text_number(text[0], c->overhead_milli),
	      text_number(text[1], c->work_milli),
	      text_number(text[2], dispatch_price_milli(c)),
	      percent(text[3], dispatch_overhead_percent(c)),
	      percent(text[4], 100000 - dispatch_overhead_percent(c)),
	      text_number(text[5], text_ms((int64_t)c->wall)), c->workers,
	      text_number(text[6], text_ms(c->overhead_sum)),
	      text_number(text[7], text_ms(c->work_sum)));
}

void dispatch_show_executor(const struct dispatch_group *g, unsigned subject)
{
	bool begun = false;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		const struct dispatch_cell *c = &g->cell[subject][p];

		if (!c->stamped)
			continue;
		if (!begun)
			show_heading(c);
		begun = true;
		show_row(c);
	}
}
