/* SPDX-License-Identifier: MIT */
#include "bench/report/table.h"

#include "bench/build_info.h"
#include "bench/conditions/noise.h"
#include "bench/config/exchange.h"
#include "bench/config/wrap.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "bench/report/trust.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"

#define RULE \
	"----------------------------------------" \
	"---------------------------------------\n"

#define CAUTION_MAX 24u

void table_heading(void)
{
	static char caution[CAUTION_MAX]; /* shown until the end */
	const struct machine_facts *facts = machine_facts();
	const struct machine_clock *clock = machine_clock();

	machine_style(MACHINE_TITLE);
	print("quietcore %s  %s machine  trust: %s\n", build_info.version,
		   facts->machine, record_trust());
	machine_style(MACHINE_PLAIN);
	print("%.48s\n", facts->cpu[0] ? facts->cpu : "unnamed processor");
	print("%u of %u core%s started, time stamp ", machine_cores(),
	      facts->cores_asked, format_s(facts->cores_asked));
	if (clock->hz)
		print("%lu.%03lu MHz (%s)\n", clock->hz / 1000000,
		      clock->hz / 1000 % 1000, clock->source);
	else
		print("of unknown frequency\n");
	exchange_heading();
	if (trust_emulated(record_trust())) {
		format(caution, sizeof(caution), "EMULATED %s ",
		       record_unit());
		machine_caution(caution);
		machine_style(MACHINE_WARN);
		print("EMULATED: these %s tell about the emulator (%s), "
			   "not about silicon.\n", record_unit(),
			   record_trust());
		machine_style(MACHINE_PLAIN);
	}
}

/* Behind the names of rows that are to be doubted; qc has the same
 * (tools/quietcore/tables/results.py). */
#define MARKS_MEAN \
	"~ disturbed, < cores take turns; ranked nowhere: ? not proven, ! wrong"
#define MARKS_MAX 4u   /* with the NUL */
static bool marked;    /* and this experiment's page says what that means */

static bool headed;    /* the columns of this experiment have their names */
static unsigned grids; /* had begun then */

void table_experiment(const struct experiment *experiment)
{
	machine_part(MACHINE_HEAD);
	machine_style(MACHINE_TITLE);
	print("\n%s: %.70s\n", experiment->name, experiment->summary);
	machine_style(MACHINE_PLAIN);
	machine_part(MACHINE_PROSE);
	headed = marked = false;
}

static void marks_of(char marks[MARKS_MAX], const struct result *r)
{
	static const char *const of_proof[] = { "", "?", "!" };

	format(marks, MARKS_MAX, "%s%s%s", r->disturbed ? "~" : "",
	       result_in_turns(r) ? "<" : "", of_proof[r->proven]);
}

static void explain(const char *marks)
{
	if (!*marks || marked)
		return;
	marked = true;
	print("  (" MARKS_MEAN ")\n");
}

/* Before the first row: some experiments have none, but pages of their own. */
static void columns(void)
{
	if (headed && grids == grids_begun())
		return;
	machine_part(MACHINE_HEAD);
	if (headed)
		print("\n");
	headed = true;
	grids = grids_begun();
	machine_style(MACHINE_DIM);
	print("%-28s%3s%6s %5s %5s %5s %5s %5s %5s %5s\n",
		   record_unit(), "c", "batch", "min", "p50", "p90", "p99",
		   "p99.9", "max", "mean");
	print(RULE);
	machine_style(MACHINE_PLAIN);
	machine_part(MACHINE_PROSE);
}

static const char *ticks(const struct result *r, int64_t sample,
			 bool meaningful)
{
	return text_of(meaningful ? sample * 1000 / r->batch : TEXT_NULL);
}

/* Batches from here on are rounded to fit their column. */
#define BATCH_PLAIN 10000u

#define NAME_COLUMNS 28
#define NAME_MAX 256u /* bytes, with the NUL; names are much shorter */

/* So that a row of them keeps to a line; qc has the same. */
static const char *shorter(const char *param)
{
	static const char *const names[][2] = {
		{ "producers", "p" }, { "consumers", "c" },
		{ "inside", "in" }, { "outside", "out" },
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i][0], param))
			return names[i][1];
	return param;
}

/*
 * The variant, its parameters and its marks: "mcs/contend in=64 out=256 ~!".
 * What is longer than its column stands on a line of its own, and nothing is
 * left for the row.
 */
static void table_name(char name[NAME_MAX], const struct record_key *key,
		       const char *marks)
{
	size_t at = format(name, NAME_MAX, "%s", key->variant);

	for (const struct param *p = key->params; p && p->name; p++)
		if (at < NAME_MAX)
			at += format(name + at, NAME_MAX - at, " %s=%ld",
				     shorter(p->name), p->value);
	if (at < NAME_MAX && *marks)
		at += format(name + at, NAME_MAX - at, " %s", marks);
	if (at <= NAME_COLUMNS)
		return;
	print("%s\n", name);
	name[0] = 0;
}

void table_row(const struct result *r)
{
	const struct summary *sum = &r->summary;
	char batch[TEXT_NUMBER_MAX], name[NAME_MAX], marks[MARKS_MAX];

	columns();
	machine_part(MACHINE_ROWS);
	marks_of(marks, r);
	if (*marks)
		machine_style(MACHINE_WARN);
	table_name(name, &r->key, marks);
	if (r->batch < BATCH_PLAIN)
		format(batch, sizeof(batch), "%u", r->batch);
	else
		text_number(batch, (int64_t)r->batch * 1000);
	print("%-28s%3u%6s %5s %5s %5s %5s %5s %5s %5s\n",
		   name, r->key.cores, batch, ticks(r, sum->min, true),
		   ticks(r, sum->p50, true), ticks(r, sum->p90, true),
		   ticks(r, sum->p99, result_has_tail(r, 990)),
		   ticks(r, sum->p999, result_has_tail(r, 999)),
		   ticks(r, sum->max, result_has_tail(r, 0)),
		   text_of(sum->mean_milli / r->batch));
	explain(marks);
	machine_style(MACHINE_PLAIN);
	machine_part(MACHINE_PROSE);
}

void table_note(const struct record_key *key, const char *text)
{
	machine_style(MACHINE_WARN);
	print("%-28s ", key->variant);
	if (strlen(key->variant) > NAME_COLUMNS)
		print("\n%*s ", NAME_COLUMNS, "");
	wrap_print(text, NAME_COLUMNS + 1, NAME_COLUMNS + 1);
	machine_style(MACHINE_PLAIN);
}

/* Lines of the certificate; longer machines are summed up by grade. */
#define CERTIFICATE_CORES 8u
#define CERTIFICATE_INDENT 14u /* where a core's reasons begin */

static void certify(unsigned core)
{
	const struct noise *n = noise_worst(core);
	char reasons[NOISE_REASONS_MAX];

	noise_reasons(n, reasons);
	print("  core %-3u %c  ", core, noise_grade(n));
	wrap_print(reasons, CERTIFICATE_INDENT, CERTIFICATE_INDENT);
}

void table_certificate(unsigned cores)
{
	unsigned count['F' - 'A' + 1] = { 0 };

	machine_style(MACHINE_TITLE);
	print("\nNoise certificate: the worst of all hunts for gaps above 1 us"
		   " (A none .. F)\n");
	machine_style(MACHINE_PLAIN);
	for (unsigned i = 0; i < cores && i < CERTIFICATE_CORES; i++)
		certify(i);
	for (unsigned i = 0; i < cores; i++)
		count[noise_grade(noise_worst(i)) - 'A']++;
	print("  cores by grade:");
	for (unsigned g = 0; g < sizeof(count) / sizeof(count[0]); g++)
		if (count[g])
			print("  %u %c", count[g], 'A' + g);
	print("\n  A row is disturbed where a pause fell into its samples; the "
	      "others stand.\n");
}

void table_end(enum machine_end end)
{
	static const char *const how[] = {
		[MACHINE_OK] = " complete", [MACHINE_FAILED] = " failed",
		[MACHINE_STOPPED] = " stopped",
	};

	machine_status(how[end]);
}
