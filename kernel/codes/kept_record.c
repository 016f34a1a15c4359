/* SPDX-License-Identifier: MIT */
#include "kernel/codes/kept_record.h"

#include <stdarg.h>

#include "kernel/codes/kept.h"
#include "kernel/codes/parts.h"
#include "kernel/codes/record_text.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define FIELDS_MOST 96u

/* Of the record that is looked at. */
static struct field { struct span name, value; } fields[FIELDS_MOST];
static unsigned field_count;

static void read_fields(struct span record)
{
	struct field f;

	for (field_count = 0; field_count < FIELDS_MOST &&
	     span_next_field(&record, &f.name, &f.value); field_count++)
		fields[field_count] = f;
}

/* Empty where there is none of that name. */
static struct span field(const char *name)
{
	for (unsigned i = 0; i < field_count; i++)
		if (span_is(fields[i].name, name))
			return span_text(fields[i].value);
	return (struct span){ NULL, NULL };
}

/* ---- the line that is made --------------------------------------------- */

static struct {
	char text[KEPT_LINE_MOST + 1];
	size_t length; /* more than KEPT_LINE_MOST: it is cut */
} line;

static void __attribute__((format(__printf__, 1, 2)))
add(const char *text, ...)
{
	va_list args;

	if (line.length > KEPT_LINE_MOST)
		return;
	va_start(args, text);
	line.length += format_v(line.text + line.length,
				sizeof(line.text) - line.length, text, args);
	va_end(args);
}

static void add_span(const char *before, struct span text)
{
	add("%s%.*s", before, (int)span_length(text), text.at ?: "");
}

/* Of a validation, which has no unit, with "-" for it. */
static void keep_head(void)
{
	static char last[KEPT_LINE_MOST + 1];

	line.length = 0;
	add("%c", KEPT_HEAD);
	add_span("", field("experiment"));
	add_span(" ", field("cores"));
	if (field("unit").at)
		add_span(" ", field("unit"));
	else
		add(" -");
	if (strcmp(line.text, last))
		kept_line(line.text);
	memcpy(last, line.text, sizeof(last));
	line.length = 0;
}

/* The variant; behind @ what its proof is of. Where that is the name's first
 * part, the @ stands behind it. */
static void add_name(void)
{
	struct span name = field("variant"), of = field("primitive");
	size_t length = span_length(of);

	if (length && length < span_length(name) &&
	    !strncmp(name.at, of.at, length) && name.at[length] == '/') {
		name.at += length;
		add_span("", of);
		add_span("@", name);
	} else {
		add_span("", name);
		if (length)
			add_span("@", of);
	}
}

static void add_params(void)
{
	struct span params = field("params"), name, value;

	while (span_next_field(&params, &name, &value))
		if (span_is_number(value)) {
			add_span(" ", name);
			add_span("=", value);
		}
}

/* ---- rounds ------------------------------------------------------------ */

/* What a decimal place is worth, in thousandths. */
static const int64_t worth[] = { 1000, 100, 10, 1 };

/* Rounds are told as differences from a figure, in its last place. */
struct column {
	struct span rounds;
	int64_t figure;
	unsigned places; /* the most that any of them has */
};

/* From that figure; where there is none, from the first round's. */
static struct column column_of(struct span rounds, struct span figure)
{
	struct column c = { .rounds = rounds };
	struct span each;
	bool known = span_is_number(figure);

	if (known)
		c.figure = span_milli(figure, &c.places);
	while (span_next(&rounds, &each))
		if (span_is_number(each)) {
			int64_t milli = span_milli(each, &c.places);

			c.figure = known ? c.figure : milli;
			known = true;
		}
	return c;
}

static void add_figure(const struct column *c)
{
	uint64_t size = (uint64_t)(c->figure < 0 ? -c->figure : c->figure);

	add("%s%lu", c->figure < 0 ? "-" : "", size / 1000);
	if (c->places)
		add(".%0*lu", (int)c->places,
		    size % 1000 / (uint64_t)worth[c->places]);
}

static bool is_among(struct span numbers, unsigned wanted)
{
	struct span each;
	unsigned places = 0;

	while (span_next(&numbers, &each))
		if (span_milli(each, &places) == wanted * 1000)
			return true;
	return false;
}

static void add_rounds(const struct column *c, struct span disturbed)
{
	struct span rounds = c->rounds, each;
	unsigned places = 0;

	for (unsigned round = 0; span_next(&rounds, &each); round++) {
		if (span_is_number(each)) {
			int64_t milli = span_milli(each, &places) - c->figure;

			add("%s%ld", milli < 0 ? "" : "+",
			    (long)(milli / worth[c->places]));
		} else {
			add("%c", *each.at == '"' ? 'n' : 'x');
		}
		if (is_among(disturbed, round))
			add("~");
	}
}

/* ---- rows -------------------------------------------------------------- */

/* Columns that take room and answer little. */
static const char *const left_out[] = {
	"disturbed_rounds", "clock_rounds", "width_rounds", "line_rounds",
	"work_rounds", NULL
};
static const char *const words[] = {
	"user", "fair", "serial", "in_ranges", NULL
};
#define COLUMN "_rounds" /* how its name ends */
#define COLUMN_LENGTH (sizeof(COLUMN) - 1)

static bool is_one_of(struct span name, const char *const *list)
{
	while (*list && !span_is(name, *list))
		list++;
	return *list;
}

static bool is_column(const struct field *f)
{
	return span_length(f->name) > COLUMN_LENGTH &&
	       !strncmp(f->name.end - COLUMN_LENGTH, COLUMN, COLUMN_LENGTH) &&
	       f->value.at[1] != '[' && !is_one_of(f->name, left_out);
}

static void add_column(struct span name, struct span rounds)
{
	const struct span none = { NULL, NULL };
	const struct column c = column_of(rounds, none);

	add_span(" ", name);
	add("=");
	add_figure(&c);
	add_rounds(&c, none);
}

/* A text of several words: no name of a place has what joins them. */
static void add_words(const struct field *f)
{
	struct span text = span_text(f->value);

	add_span(" ", f->name);
	add("=");
	for (; text.at < text.end; text.at++)
		add("%c", *text.at == ' ' ? '_' : *text.at);
}

/* Means differ from medians; asked for where cores share operations. */
static void add_columns(void)
{
	bool shared = field("together_rounds").at;

	for (const struct field *f = fields; f < fields + field_count; f++)
		if (is_column(f))
			add_column((struct span){ f->name.at, f->name.end -
						  COLUMN_LENGTH }, f->value);
		else if (shared && span_is(f->name, "round_means"))
			add_column(f->name, f->value);
		else if (span_is(f->name, "pair"))
			add_words(f);
		else if (span_is(f->value, "true") && is_one_of(f->name, words))
			add_span(" ", f->name);
}

static const char *doubt_of(struct span verdict)
{
	return span_is(verdict, "not_proven") ? "?" :
	       span_is(verdict, "failed") ? "!" : "";
}

static bool is_in_batches(void)
{
	static const char begins[] = "{\"mode\":\"batch\"";
	struct span params = field("params");

	return span_length(params) >= sizeof(begins) &&
	       !strncmp(params.at, begins, sizeof(begins) - 1);
}

static void add_marks(bool samples)
{
	struct span batch = field("batch");

	if (is_in_batches())
		add_span("b", batch);
	else if (batch.at && !span_is(batch, "1"))
		add_span("x", batch);
	add("%s%s%s%s", samples ? "" : "q",
	    span_is(field("quiet"), "disturbed") ? "~" : "",
	    span_is(field("crowded"), "true") ? "<" : "",
	    doubt_of(field("proven")));
}

/* Of a row that is too long the rounds stay away: half would mislead. */
static void keep_row(bool samples)
{
	const struct column c = column_of(field("rounds"), field("p50"));
	size_t before;

	keep_head();
	add_name();
	add_params();
	add(" ");
	add_figure(&c);
	add_marks(samples);
	before = line.length;
	add(" ");
	add_rounds(&c, field("disturbed_rounds"));
	add_columns();
	if (line.length > KEPT_LINE_MOST && before <= KEPT_LINE_MOST)
		line.text[before] = 0;
	kept_line(line.text);
}

/* ---- other records ----------------------------------------------------- */

static void keep_doubt(void)
{
	const char *doubt = doubt_of(field("verdict"));
	struct span of = field("primitive");

	if (!*doubt)
		return;
	keep_head();
	add_span("!", of.at ? of : field("variant"));
	add(" %s", doubt);
	kept_line(line.text);
}

static char context[PARTS_CONTEXT_MOST + 1] = "- - 0 0";

static void keep_context(void)
{
	static const char *const name[] = {
		"trust", "trust_claimed", "tsc_hz", "tsc_step"
	};
	size_t at = 0;

	for (unsigned i = 0; i < sizeof(name) / sizeof(name[0]); i++) {
		struct span value = field(name[i]);
		size_t length = min_u64(span_length(value), PARTS_WORD_MOST);

		at += format(context + at, sizeof(context) - at, "%s%.*s",
			     i ? " " : "", length ? (int)length : 1,
			     length ? value.at : "-");
	}
}

void kept_record(const char *text, size_t length)
{
	struct span kind;

	read_fields((struct span){ text, text + length });
	kind = field("record");
	if (span_is(kind, "result") || span_is(kind, "quantity"))
		keep_row(span_is(kind, "result"));
	else if (span_is(kind, "validation"))
		keep_doubt();
	else if (span_is(kind, "context"))
		keep_context();
	else if (span_is(field("code"), "exchange_not_proven"))
		kept_line("!exchange_not_proven");
}

const char *kept_context(void)
{
	return context;
}
