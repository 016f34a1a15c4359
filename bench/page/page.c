/* SPDX-License-Identifier: MIT */
#include "bench/page/page.h"

#include <stdarg.h>

#include "bench/build_info.h"
#include "bench/conditions/noise.h"
#include "bench/config/exchange.h"
#include "bench/config/wrap.h"
#include "bench/report/noted.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "bench/report/trust.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define CUT "..."
#define NAME_COLUMNS 10  /* of an experiment */
#define PART_COLUMNS 20  /* of the headline */
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
		format(line + length, suite + 1, "  suite %s", settings->suite);
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
	if (emulated())
		put(MACHINE_WARN, "EMULATED (%s): %s", record_trust(),
		    strcmp(record_unit(), "ticks") ?
		    "exact counts of instructions; they tell no time." :
		    "ticks tell of the emulator, not of any processor.");
}

/* ---- rows ---------------------------------------------------------------- */

#define WORK_QUEUE "workqueue" /* it has the headline */

/* "7.47 (7.36 to 7.61)", least and greatest clean round; marks behind it. */
static size_t write_figure(char *text, size_t size, const struct page_row *r)
{
	size_t at;

	if (r->proven != PROVEN)
		return format(text, size, "%s", r->proven == NOT_PROVEN ?
			      "not proven right" : "wrong");
	if (!r->clean)
		return format(text, size, "no clean round of %u", r->rounds);
	at = format(text, size, "%s (", quantity_text(r->median));
	if (r->clean > 1)
		at += format(text + at, size - at, "%s to %s",
			     quantity_text(r->least), quantity_text(r->most));
	else
		at += format(text + at, size - at, "1 of %u round%s clean",
			     r->rounds, format_s(r->rounds));
	if (!r->turns && r->clean > 1 && r->clean < r->rounds)
		at += format(text + at, size - at, ", %u of %u rounds clean",
			     r->clean, r->rounds);
	return at + format(text + at, size - at, "%s)",
			   r->turns ? ", oversubscribed" : "");
}

/* ---- the headline ------------------------------------------------------ */

static const struct {
	const char *row, *what;
} parts[] = {
	{ "enqueue", "Enqueue, uncontended" },
	{ "dequeue", "Dequeue, uncontended" },
	{ "pair*", "Both, contended" },
	{ "across", "An item, cross-core" },
};
#define PARTS (sizeof(parts) / sizeof(parts[0]))

/* The contended one is of several cores. */
static const struct page_row *part_row(unsigned part)
{
	const struct page_row *r = noted_row_of(WORK_QUEUE, parts[part].row);

	return r && parts[part].row[4] == '*' && r->cores < 2 ? NULL : r;
}

static unsigned headline_lines(void)
{
	unsigned lines = 0;

	for (unsigned i = 0; i < PARTS; i++)
		lines += !!part_row(i);
	return lines;
}

/* "; each of 2 cores 58.8", or in another unit: what a line may go without. */
static void write_besides(char *text, size_t size, const struct page_row *r)
{
	*text = '\0';
	if (r->each)
		format(text, size, "; each of %u cores %s", r->cores,
		       text_of(r->each));
	else if (ticks_known() && !strcmp(r->unit, "ticks"))
		format(text, size, ", %s %sns", text_of(ns_of_ticks(r->median)),
		       emulated() ? "emulated " : "");
}

/* "Both, contended  29.4 (28.0 to 31.3) ticks; each of 2 cores 58.8" */
static void show_part(const char *what, const struct page_row *r)
{
	char line[2 * PAGE_COLUMNS], besides[PAGE_COLUMNS];
	size_t size = sizeof(line);
	size_t at = format(line, size, "%-*s ", PART_COLUMNS, what);

	at += write_figure(line + at, size - at, r);
	if (r->proven == PROVEN && r->clean) {
		at += format(line + at, size - at, " %s%s",
			     emulated() ? "emulated " : "", r->unit);
		write_besides(besides, sizeof(besides), r);
		if (at + strlen(besides) <= PAGE_COLUMNS)
			format(line + at, size - at, "%s", besides);
	}
	put(MACHINE_TITLE, "%s", line);
}

static void show_headline(void)
{
	for (unsigned i = 0; i < PARTS; i++)
		if (part_row(i))
			show_part(parts[i].what, part_row(i));
}

/* ---- experiments ------------------------------------------------------- */

/* ", mcs/contend 180 (165 to 247)"; its unit where it is not the first one's. */
static size_t write_row(char *text, size_t size, const struct page_row *r,
			const struct page_row *first)
{
	const char *unit = strcmp(r->unit, first->unit) ? r->unit : "";
	char figure[PAGE_COLUMNS];

	write_figure(figure, sizeof(figure), r);
	return format(text, size, "%s %s %s%s%s", r == first ? "" : ",",
		      r->name, figure, *unit ? " " : "", unit);
}

/* "lock       ticks: ticket 11.6 (11.5 to 11.8)": as many of its rows as one
 * line has room for. */
static void show_experiment(const struct noted *e)
{
	const struct page_row *first = NULL;
	char line[2 * PAGE_COLUMNS];
	size_t at = format(line, sizeof(line), "%-*s", NAME_COLUMNS, e->name);

	for (unsigned i = 0; i < NOTED_ROWS; i++) {
		const struct page_row *r = &e->row[i];
		size_t length;

		if (!r->name[0])
			continue;
		if (!first)
			at += format(line + at, sizeof(line) - at, " %s:",
				     r->unit);
		first = first ?: r;
		length = write_row(line + at, sizeof(line) - at, r, first);
		if (at + length > PAGE_COLUMNS)
			break;
		at += length;
	}
	line[at] = '\0';
	if (first)
		put(MACHINE_PLAIN, "%s", line);
	else
		put(MACHINE_DIM, "%s %u result%s", line, e->results,
		    format_s(e->results));
}

static unsigned count_experiments(void)
{
	unsigned count = 0;
	const struct noted *e;

	for (unsigned i = 0; (e = noted_at(i)); i++)
		count += !!strcmp(e->name, WORK_QUEUE);
	return count;
}

static void show_experiments(unsigned lines)
{
	unsigned all = count_experiments(), shown = 0;
	unsigned left = all > lines ? all - (lines - 1) : 0;
	const struct noted *e;

	for (unsigned i = 0; lines && (e = noted_at(i)); i++)
		if (strcmp(e->name, WORK_QUEUE) && shown < all - left) {
			show_experiment(e);
			shown++;
		}
	if (lines && left)
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

/* Lines that no page is without. */
static unsigned lines_needed(void)
{
	char list[LIST_COLUMNS + 1];

	return 2 + !!exchange_name() + emulated() + 1 + !!log_code(0) + 2 +
	       !!noted_unproven(DISPROVEN, list, LIST_COLUMNS) +
	       !!noted_unproven(NOT_PROVEN, list, LIST_COLUMNS);
}

void page_show(const struct settings *settings, unsigned cores,
	       enum machine_end end)
{
	unsigned room = PAGE_LINES - lines_needed() - headline_lines();
	unsigned lines = (unsigned)min_u64(count_experiments(), room);
	unsigned blanks = (unsigned)min_u64(room - lines, BLANKS);

	machine_page();
	show_machine(settings);
	if (blanks > 2 && headline_lines())
		print("\n");
	show_headline();
	if (blanks > 0)
		print("\n");
	show_unproven(DISPROVEN, "WRONG ANSWERS", MACHINE_BAD);
	show_experiments(lines);
	if (blanks > 1 && lines)
		print("\n");
	show_unproven(NOT_PROVEN, "Not proven right", MACHINE_WARN);
	show_grades(cores);
	show_warnings();
	show_end(end);
}
