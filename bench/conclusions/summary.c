/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/summary.h"

#include "bench/config/wrap.h"
#include "bench/report/noted.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/print.h"
#include "kernel/string.h"

/* ---- the headline ------------------------------------------------------ */

static struct headline headline;
static char sentence[HEADLINE_SENTENCES][HEADLINE_SENTENCE_MAX];
static unsigned sentences;

static void record_headline(void)
{
	log_begin("headline");
	log_text("experiment", HEADLINE_EXPERIMENT);
	log_number("cores", headline.cores);
	log_array("sentences");
	for (unsigned i = 0; i < sentences; i++)
		log_text(NULL, sentence[i]);
	log_array_end();
	log_end();
}

/* Rows and columns: what is done, and by whom. */
static const struct {
	const char *name;
	int part[3]; /* alone, all cores, two; -1: has no figure */
} table[] = {
	{ "enqueue", { HEADLINE_ENQUEUE, HEADLINE_ALL_IN, -1 } },
	{ "dequeue", { HEADLINE_DEQUEUE, HEADLINE_ALL_OUT, -1 } },
	{ "both", { HEADLINE_PAIR, HEADLINE_CONTENDED, HEADLINE_ACROSS } },
};
#define TABLE_ROWS (sizeof(table) / sizeof(table[0]))

/* One core has no others. */
static void table_line(const char *name, const char *alone, const char *all,
		       const char *two)
{
	print("%-14s %16s", name, alone);
	if (headline.cores > 1)
		print(" %16s %16s", all, two);
	print("\n");
}

void summary_show_table(void)
{
	char cell[3][HEADLINE_CELL_MAX];

	format(cell[0], sizeof(cell[0]), "%u cores", headline.cores);
	machine_style(MACHINE_DIM);
	table_line(headline_unit(&headline), "alone", cell[0], "between cores");
	machine_style(MACHINE_PLAIN);
	for (unsigned r = 0; r < TABLE_ROWS; r++) {
		for (unsigned c = 0; c < 3; c++)
			headline_cell(cell[c], &headline, table[r].part[c]);
		table_line(table[r].name, cell[0], cell[1], cell[2]);
	}
}

static void show_headline(void)
{
	machine_style(MACHINE_TITLE);
	for (unsigned i = 0; i < sentences; i++)
		wrap_print(sentence[i], 0, 0);
	machine_style(MACHINE_PLAIN);
	if (headline_silent(&headline))
		return;
	print("\n");
	summary_show_table();
}

unsigned summary_table_lines(void)
{
	return !sentences || headline_silent(&headline) ? 0 : 1 + TABLE_ROWS;
}

const char *summary_sentence(unsigned index)
{
	return index < sentences ? sentence[index] : NULL;
}

void summary_headline(const struct headline *h)
{
	headline = *h;
	sentences = headline_write(sentence, h);
	if (!sentences)
		return;
	record_headline();
	print("\n");
	show_headline();
}

/* ---- a line of each experiment ------------------------------------------ */

static struct line {
	char experiment[NOTED_NAME_MAX];
	struct summary_line told;
} lines[NOTED_EXPERIMENTS];
static unsigned line_count;

static struct line *line_of(const char *experiment)
{
	for (unsigned i = 0; i < line_count; i++)
		if (!strcmp(lines[i].experiment, experiment))
			return &lines[i];
	return NULL;
}

void summary_brief(const char *experiment, enum brief_rank rank,
		   const char *text)
{
	struct line *line = line_of(experiment);

	noted_experiment(experiment);
	if (!line && line_count == NOTED_EXPERIMENTS)
		return;
	if (!line) {
		line = &lines[line_count++];
		*line = (struct line){ .told.rank = BRIEF_NO_ROOM };
		format(line->experiment, sizeof(line->experiment), "%s",
		       experiment);
	}
	if (rank <= line->told.rank)
		return;
	line->told.rank = rank;
	format(line->told.text, sizeof(line->told.text), "%s", text);
}

const struct summary_line *summary_line(const char *experiment)
{
	static const struct summary_line none = { .rank = BRIEF_NO_ROOM };
	const struct line *line = line_of(experiment);

	return line ? &line->told : &none;
}
