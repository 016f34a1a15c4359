/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/page.h"

#include <stdarg.h>

#include "bench/build_info.h"
#include "bench/conclusions/summary.h"
#include "bench/conditions/noise.h"
#include "bench/config/exchange.h"
#include "bench/config/listed.h"
#include "bench/config/wrap.h"
#include "bench/report/noted.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "bench/report/trust.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/print.h"
#include "kernel/string.h"

#define CUT "..."
#define NAME_COLUMNS 10  /* of an experiment */
#define HEADLINE_LINES 6u /* of the first two sentences; more: without them */
#define BLANKS 3u

/* One line; only a name that somebody gave can be too long for it. */
__attribute__((format(__printf__, 2, 3)))
static void put(enum machine_style style, const char *text, ...)
{
	char line[PAGE_COLUMNS + 1];
	va_list args;

	va_start(args, text);
	if (format_v(line, sizeof(line), text, args) > PAGE_COLUMNS)
		memcpy(line + PAGE_COLUMNS - strlen(CUT), CUT, strlen(CUT));
	va_end(args);
	machine_style(style);
	print("%s\n", line);
	machine_style(MACHINE_PLAIN);
}

/* ---- the machine ------------------------------------------------------- */

static void show_build(const struct settings *settings)
{
	char line[2 * PAGE_COLUMNS];
	size_t length = format(line, sizeof(line), "quietcore %s (%s%s)  %s "
			       "machine  trust: %s", build_info.version,
			       build_info.git, build_info.dirty == 1 ?
			       "+changes" : "", machine_facts()->machine,
			       record_trust());
	size_t suite = format(NULL, 0, "  suite %s", settings->suite);

	if (length + suite <= PAGE_COLUMNS)
		put(MACHINE_TITLE, "%s  suite %s", line, settings->suite);
	else
		put(MACHINE_TITLE, "%s", line);
}

static void show_processor(void)
{
	const struct machine_facts *facts = machine_facts();
	const struct machine_clock *clock = machine_clock();
	const char *cpu = *facts->cpu ? facts->cpu : "unnamed processor";
	char rest[PAGE_COLUMNS + 1];
	size_t at = format(rest, sizeof(rest), ", %u of %u core%s, ",
			   machine_cores(), facts->cores_asked,
			   format_s(facts->cores_asked));
	size_t room;

	if (clock->hz)
		at += format(rest + at, sizeof(rest) - at, "%lu.%03lu MHz (%s)",
			     clock->hz / 1000000, clock->hz / 1000 % 1000,
			     clock->source);
	else
		at += format(rest + at, sizeof(rest) - at, "clock unknown");
	room = PAGE_COLUMNS - at;
	if (strlen(cpu) <= room)
		put(MACHINE_PLAIN, "%s%s", cpu, rest);
	else
		put(MACHINE_PLAIN, "%.*s" CUT "%s",
		    (int)wrap_line(cpu, room - strlen(CUT)), cpu, rest);
}

static bool emulated(void)
{
	return trust_emulated(record_trust());
}

static void show_machine(const struct settings *settings)
{
	show_build(settings);
	show_processor();
	if (exchange_name())
		put(MACHINE_WARN, "The scheduler's shared queue: %s %s",
		    exchange_what(), exchange_name());
	if (!emulated())
		return;
	if (!strcmp(record_unit(), "ticks"))
		put(MACHINE_WARN, "EMULATED (%s): ticks tell of the emulator, "
		    "not of any processor.", record_trust());
	else
		put(MACHINE_WARN, "EMULATED (%s): exact counts of instructions; "
		    "they tell no time.", record_trust());
}

/* ---- the headline ------------------------------------------------------ */

static unsigned lines_of(const char *sentence)
{
	unsigned lines = 0;

	for (; sentence && *sentence; lines++) {
		sentence += wrap_line(sentence, PAGE_COLUMNS);
		while (*sentence == ' ')
			sentence++;
	}
	return lines;
}

static void show_sentence(const char *sentence)
{
	while (sentence && *sentence) {
		size_t length = wrap_line(sentence, PAGE_COLUMNS);

		put(MACHINE_TITLE, "%.*s", (int)length, sentence);
		for (sentence += length; *sentence == ' '; sentence++)
			;
	}
}

/* ---- experiments ------------------------------------------------------- */

/* Those of the headline are told there. */
static bool is_told_above(const struct noted *e)
{
	return summary_sentence(0) && !strcmp(e->name, HEADLINE_EXPERIMENT);
}

static bool is_told(const struct noted *e)
{
	return summary_line(e->name)->rank > BRIEF_NO_ROOM;
}

static void count_experiments(unsigned *told, unsigned *untold)
{
	const struct noted *e;

	*told = *untold = 0;
	for (unsigned i = 0; (e = noted_at(i)); i++) {
		if (is_told_above(e))
			continue;
		if (is_told(e))
			++*told;
		else
			++*untold;
	}
}

/* "rmw 6.41 ticks; 7 results, nothing is concluded" */
static void show_unconcluded(const struct noted *e)
{
	char first[PAGE_COLUMNS];

	format(first, sizeof(first), e->first[0] ? "%s %s %s; " : "", e->first,
	       text_of(e->milli), record_unit());
	put(MACHINE_DIM, "%-*s %s%u result%s, nothing is concluded",
	    NAME_COLUMNS, e->name, first, e->results, format_s(e->results));
}

static void show_experiment(const struct noted *e)
{
	const struct summary_line *line = summary_line(e->name);
	enum machine_style style = line->rank >= BRIEF_TIE ? MACHINE_GOOD :
				   line->rank == BRIEF_FACT ? MACHINE_PLAIN :
							      MACHINE_DIM;

	if (is_told(e))
		put(style, "%-*s %s", NAME_COLUMNS, e->name, line->text);
	else
		show_unconcluded(e);
}

static void show_experiments(unsigned told, unsigned most, bool untold)
{
	unsigned shown = 0, left = told > most ? told - (most - 1) : 0;
	const struct noted *e;

	for (unsigned i = 0; (e = noted_at(i)); i++) {
		if (is_told_above(e) || (is_told(e) ?
		    shown == told - left : !untold))
			continue;
		shown += is_told(e);
		show_experiment(e);
	}
	if (left)
		put(MACHINE_DIM, "and %u more experiment%s", left,
		    format_s(left));
}

/* ---- doubts ------------------------------------------------------------ */

/* What begins the line is at most that long. */
#define LIST_COLUMNS (PAGE_COLUMNS - 26)

static void show_unproven(enum proven proven, const char *word,
			  enum machine_style style)
{
	char list[LIST_COLUMNS + 1];
	unsigned count = noted_unproven(proven, list, LIST_COLUMNS);

	if (count)
		put(style, "%s (%u): %s", word, count, list);
}

static unsigned unproven(enum proven proven)
{
	char list[LIST_COLUMNS + 1];

	return noted_unproven(proven, list, LIST_COLUMNS);
}

#define GRADED 8u /* cores that are named; more are counted by grade */
#define GRADES "Noise grade by core (A silent .. F useless):"

static void show_grades(unsigned cores)
{
	unsigned count['F' - 'A' + 1] = { 0 };
	char list[PAGE_COLUMNS] = "";
	size_t at = 0;

	for (unsigned i = 0; i < cores; i++) {
		char grade = noise_grade(noise_worst(i));

		count[grade - 'A']++;
		if (cores <= GRADED)
			at += format(list + at, sizeof(list) - at, " %u:%c", i,
				     grade);
	}
	for (unsigned g = 0; cores > GRADED && g <= 'F' - 'A'; g++)
		if (count[g])
			at += format(list + at, sizeof(list) - at, "%s %u %c",
				     at ? "," : "", count[g], 'A' + (int)g);
	put(MACHINE_PLAIN, GRADES "%s", list);
}

static void show_warnings(void)
{
	char text[LIST_COLUMNS + 1], entry[PAGE_COLUMNS];
	struct listed list = { .text = text, .columns = LIST_COLUMNS };
	const struct log_code *c;

	while (log_code(list.all))
		list.all++;
	for (unsigned i = 0; (c = log_code(i)); i++) {
		if (c->count > 1)
			format(entry, sizeof(entry), "%s %u", c->code,
			       c->count);
		listed_add(&list, c->count > 1 ? entry : c->code);
	}
	listed_end(&list);
	if (list.all)
		put(MACHINE_WARN, "Warnings (%u): %s", log_counts()->warnings,
		    text);
}

/* ---- the end ----------------------------------------------------------- */

static bool was_busy(void)
{
	const struct log_code *c;

	for (unsigned i = 0; (c = log_code(i)); i++)
		if (!strcmp(c->code, "host_busy"))
			return true;
	return false;
}

static void show_end(enum machine_end end)
{
	static const struct {
		const char *text;
		enum machine_style style;
	} how[] = {
		[MACHINE_OK] = { "ok", MACHINE_GOOD },
		[MACHINE_FAILED] = { "FAILED", MACHINE_BAD },
		[MACHINE_STOPPED] = { "stopped by a key", MACHINE_WARN },
	};
	const struct log_counts *counts = log_counts();
	char skipped[PAGE_COLUMNS] = "";

	if (noted_skips())
		format(skipped, sizeof(skipped), ", %u skipped", noted_skips());
	put(was_busy() && end == MACHINE_OK ? MACHINE_WARN : how[end].style,
	    "Run %s%s: %u result%s%s, %u warning%s.", how[end].text,
	    was_busy() ? ", on a busy host" : "", counts->results,
	    format_s(counts->results), skipped,
	    counts->warnings, format_s(counts->warnings));
	put(MACHINE_DIM, "%s", machine_log_advice() ?:
	    "tools/qc show LOG EXPERIMENT: tables, pictures; "
	    "tools/qc parse LOG: every row");
}

/* ---- the page ---------------------------------------------------------- */

/* What is shown; the rest of the lines is given away in this order. */
struct plan {
	unsigned sentences, told, most; /* most: lines for those told */
	bool third, untold, table;
	unsigned blanks;
};

/* Lines that no page is without. */
static unsigned lines_needed(void)
{
	return 2 + !!exchange_name() + emulated() + !!unproven(DISPROVEN) +
	       !!unproven(NOT_PROVEN) + 1 + !!log_code(0) + 2;
}

/* True if there is room for so many lines, which are then taken. */
static bool take(unsigned *room, unsigned lines)
{
	if (!lines || lines > *room)
		return false;
	*room -= lines;
	return true;
}

static struct plan plan_page(void)
{
	struct plan plan = { .sentences = 0 };
	unsigned room = PAGE_LINES - lines_needed(), untold;
	unsigned headline = HEADLINE_LINES;

	while (plan.sentences < 2 &&
	       take(&headline, lines_of(summary_sentence(plan.sentences))))
		plan.sentences++;
	room -= HEADLINE_LINES - headline;
	count_experiments(&plan.told, &untold);
	plan.most = (unsigned)min_u64(plan.told, room);
	room -= plan.most;
	plan.third = plan.sentences == 2 &&
		     take(&room, lines_of(summary_sentence(2)));
	plan.untold = take(&room, untold);
	plan.table = summary_table_lines() &&
		     take(&room, 1 + summary_table_lines());
	plan.blanks = (unsigned)min_u64(room, BLANKS);
	return plan;
}

void page_show(const struct settings *settings, unsigned cores,
	       enum machine_end end)
{
	struct plan plan = plan_page();

	machine_page();
	show_machine(settings);
	if (plan.blanks > 2 && plan.sentences)
		print("\n");
	for (unsigned i = 0; i < plan.sentences + plan.third; i++)
		show_sentence(summary_sentence(i));
	if (plan.table) {
		print("\n");
		summary_show_table();
	}
	if (plan.blanks > 0)
		print("\n");
	show_unproven(DISPROVEN, "WRONG ANSWERS", MACHINE_BAD);
	show_experiments(plan.told, plan.most, plan.untold);
	if (plan.blanks > 1 && (plan.told || plan.untold))
		print("\n");
	show_unproven(NOT_PROVEN, "Not proven right", MACHINE_WARN);
	show_grades(cores);
	show_warnings();
	show_end(end);
}
