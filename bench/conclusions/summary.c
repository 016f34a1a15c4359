/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/summary.h"

#include "bench/conclusions/sentence.h"
#include "bench/conditions/noise.h"
#include "bench/config/wrap.h"
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

static void show_table(void)
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
	show_table();
}

/* The same in lines. */
static unsigned headline_lines(void)
{
	unsigned lines = headline_silent(&headline) ? 0 : 1 + 1 + TABLE_ROWS;

	for (unsigned i = 0; i < sentences; i++)
		lines += wrap_lines(sentence[i], 0);
	return lines;
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

/* ---- the main findings ------------------------------------------------- */

/* More do not fit on a screen, nor does a longer sentence: the log has them. */
#define EXPERIMENTS_MOST 16u
#define FINDING_MAX 240u
#define INDENT 4 /* of a finding's further lines */

static struct finding {
	const char *experiment;
	enum judgement verdict;
	char text[FINDING_MAX];
} finding[EXPERIMENTS_MOST];
static unsigned findings;

static struct finding *finding_of(const char *experiment)
{
	for (unsigned i = 0; i < findings; i++)
		if (!strcmp(finding[i].experiment, experiment))
			return &finding[i];
	if (findings == EXPERIMENTS_MOST)
		return NULL;
	finding[findings].experiment = experiment;
	return &finding[findings++];
}

void summary_finding(const char *experiment, enum judgement verdict,
		     const char *text)
{
	char whole[SENTENCE_MAX];
	size_t length = format(whole, sizeof(whole), "%s: %s", experiment,
			       text);
	struct finding *f = finding_of(experiment);

	if (!f || verdict <= f->verdict || length >= FINDING_MAX)
		return;
	f->verdict = verdict;
	memcpy(f->text, whole, length + 1);
}

/* Those that fit into so many lines, each as a whole. */
static void show_findings(unsigned room)
{
	for (unsigned i = 0; i < findings; i++) {
		const struct finding *f = &finding[i];
		unsigned lines = wrap_lines(f->text, INDENT);

		if (f->verdict == JUDGED_NONE || lines > room ||
		    !strcmp(f->experiment, HEADLINE_EXPERIMENT))
			continue;
		room -= lines;
		machine_style(f->verdict >= JUDGED_TIE ? MACHINE_GOOD
						       : MACHINE_DIM);
		wrap_print(f->text, 0, INDENT);
	}
	machine_style(MACHINE_PLAIN);
}

/* ---- the last screen --------------------------------------------------- */

#define SCREEN_LINES 23u     /* of 24: the last one is the prompt's */
#define LINES_BELOW 2u       /* noise; table_end() */
#define GRADES_MOST 16u      /* cores; of more the worst is told */

static void show_grades(unsigned cores)
{
	char worst = 'A';

	for (unsigned i = 0; i < cores; i++)
		if (noise_grade(noise_worst(i)) > worst)
			worst = noise_grade(noise_worst(i));
	print("Noise grade by core (A silent .. F useless):");
	for (unsigned i = 0; i < cores && cores <= GRADES_MOST; i++)
		print(" %u:%c", i, noise_grade(noise_worst(i)));
	if (cores > GRADES_MOST)
		print(" the worst of %u cores is %c", cores, worst);
	print("\n");
}

void summary_show(unsigned cores)
{
	unsigned above;

	if (!sentences)
		return;
	above = headline_lines() + 1;
	machine_page();
	show_headline();
	print("\n");
	show_findings(SCREEN_LINES - LINES_BELOW - above);
	show_grades(cores);
}
