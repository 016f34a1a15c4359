/* SPDX-License-Identifier: MIT */
#include "kernel/log.h"

#include "kernel/atomic.h"
#include "kernel/common/crc32.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* What log_end() appends: ,"crc":"xxxxxxxx"} and the line feed. */
#define TAIL_SIZE 20
#define BODY_MAX (LOG_LINE_MAX - 1 - TAIL_SIZE)

static char line[LOG_LINE_MAX];
static size_t length;
static unsigned depth;         /* open arrays and objects */
static size_t field_start;     /* where the outermost open field begins */
static bool overflow;          /* this field does not fit */
static bool first_element;     /* no comma before the next one */
static const char *kind;       /* of the record */
static char field_key[32];     /* of the outermost open field */
static char lost_key[32];      /* of the first field left out */
static unsigned lost_fields;   /* left out of this line */
static char text_value[LOG_LINE_MAX]; /* more would not fit in any line */
static uint32_t busy;          /* atomic: a line is being written */
static uint64_t started;       /* time stamp of the first record */
static struct log_counts counts;
static struct log_code codes[LOG_CODES_MOST];

/* ---- characters -------------------------------------------------------- */

static void put(char c)
{
	if (length == BODY_MAX)
		overflow = true;
	if (!overflow)
		line[length++] = c;
}

static void put_plain(const char *text)
{
	while (*text)
		put(*text++);
}

static size_t escaped_size(uint8_t c)
{
	return c < ' ' || c >= 0x7F ? 6 : c == '"' || c == '\\' ? 2 : 1;
}

/* What is not printable ASCII becomes \u00XX. */
static void put_escaped(uint8_t c)
{
	char escape[8];

	if (escaped_size(c) == 6) {
		format(escape, sizeof(escape), "\\u%04x", c);
		put_plain(escape);
		return;
	}
	if (escaped_size(c) == 2)
		put('\\');
	put((char)c);
}

/* True if there is more of it than `most` bytes, escaped. */
static bool is_longer(const char *text, size_t most)
{
	size_t size = 0;

	while (*text && size <= most)
		size += escaped_size((uint8_t)*text++);
	return size > most;
}

/* JSON string of at most so many bytes between its quotes; true if cut. */
static bool put_quoted(const char *text, size_t most)
{
	bool cut = is_longer(text, most);
	size_t room = cut ? most - strlen(LOG_CUT_MARK) : most;

	put('"');
	for (; *text && escaped_size((uint8_t)*text) <= room; text++) {
		room -= escaped_size((uint8_t)*text);
		put_escaped((uint8_t)*text);
	}
	if (cut)
		put_plain(LOG_CUT_MARK);
	put('"');
	return cut;
}

/* ---- fields ------------------------------------------------------------ */

static void begin_field(const char *key)
{
	if (depth == 0) {
		field_start = length;
		overflow = false;
		format(field_key, sizeof(field_key), "%s", key);
	}
	if (!first_element)
		put(',');
	first_element = false;
	if (key) {
		(void)put_quoted(key, LOG_NAME_MAX);
		put(':');
	}
}

/* A whole field stands or is taken back: false. */
static bool end_field(void)
{
	if (depth || !overflow)
		return true;
	length = field_start;
	overflow = false;
	if (lost_fields++ == 0)
		memcpy(lost_key, field_key, sizeof(lost_key));
	return false;
}

static void open_group(const char *key, char bracket)
{
	begin_field(key);
	put(bracket);
	depth++;
	first_element = true;
}

static void close_group(char bracket)
{
	depth--;
	put(bracket);
	first_element = false;
	(void)end_field();
}

static void put_field(const char *key, const char *plain)
{
	begin_field(key);
	put_plain(plain);
	(void)end_field();
}

void log_number(const char *key, uint64_t value)
{
	char text[24];

	format(text, sizeof(text), "%lu", value);
	put_field(key, text);
}

void log_signed(const char *key, int64_t value)
{
	char text[24];

	format(text, sizeof(text), "%ld", value);
	put_field(key, text);
}

void log_milli(const char *key, int64_t thousandths)
{
	char text[FORMAT_MILLI_MAX];

	put_field(key, format_milli(text, format_four_digits(thousandths)));
}

/* A cut one says so in a field of its own; in an array its mark must do. */
static void put_text(const char *key, const char *value, size_t most)
{
	char cut_key[40];
	bool cut;

	begin_field(key);
	cut = put_quoted(value, most);
	if (!end_field() || !cut || !key)
		return;
	format(cut_key, sizeof(cut_key), "%s_cut", key);
	log_bool(cut_key, true);
}

void log_text(const char *key, const char *value)
{
	put_text(key, value, LOG_TEXT_MAX);
}

void log_name(const char *key, const char *value)
{
	if (value)
		put_text(key, value, LOG_NAME_MAX);
	else
		log_null(key);
}

void log_format(const char *key, const char *text, ...)
{
	va_list args;

	va_start(args, text);
	format_v(text_value, sizeof(text_value), text, args);
	va_end(args);
	log_text(key, text_value);
}

void log_bool(const char *key, bool value)
{
	put_field(key, value ? "true" : "false");
}

void log_null(const char *key)
{
	put_field(key, "null");
}

void log_array(const char *key)
{
	open_group(key, '[');
}

void log_array_end(void)
{
	close_group(']');
}

void log_object(const char *key)
{
	open_group(key, '{');
}

void log_object_end(void)
{
	close_group('}');
}

/* ---- lines ------------------------------------------------------------- */

static void count_record(const char *record)
{
	counts.records++;
	counts.results += !strcmp(record, "result");
	counts.warnings += !strcmp(record, "warning");
	counts.panics += !strcmp(record, "panic");
}

void log_begin(const char *record)
{
	char run[20];

	if (log_busy())
		machine_panic("log_begin() inside another record");
	atomic_store_relaxed(&busy, 1);
	if (!counts.records)
		started = tsc_read();
	length = 0;
	depth = 0;
	overflow = false;
	lost_fields = 0;
	first_element = true;
	kind = record;
	put('{');
	log_number("q", LOG_SCHEMA);
	log_number("seq", counts.records);
	format(run, sizeof(run), "%016lx", machine_run_id());
	log_text("run", run);
	log_text("record", record);
	count_record(record);
}

void log_end(void)
{
	uint32_t crc = crc32(0, line, length);

	length += format(line + length, sizeof(line) - length,
			 ",\"crc\":\"%08x\"}\n", crc);
	machine_record(line, length);
	atomic_store_relaxed(&busy, 0);
	if (lost_fields)
		log_warning("line_too_long", "record %u (%s): %s did not fit; "
			    "fields left out: %u", counts.records - 1, kind,
			    lost_key, lost_fields);
}

/* Codes stay: they are words of ours. */
static void count_code(const char *code)
{
	struct log_code *c = codes;

	while (c < codes + LOG_CODES_MOST && c->code && strcmp(c->code, code))
		c++;
	if (c == codes + LOG_CODES_MOST)
		return;
	c->code = code;
	c->count++;
}

const struct log_code *log_code(unsigned index)
{
	return index < LOG_CODES_MOST && codes[index].code ? &codes[index]
							   : NULL;
}

void log_warning(const char *code, const char *text, ...)
{
	va_list args;

	/* First: log_begin() forgets what log_end() hands us as arguments. */
	va_start(args, text);
	format_v(text_value, sizeof(text_value), text, args);
	va_end(args);
	count_code(code);
	log_begin("warning");
	log_text("code", code);
	log_text("text", text_value);
	log_end();
}

const struct log_counts *log_counts(void)
{
	return &counts;
}

bool log_busy(void)
{
	return atomic_load_relaxed(&busy);
}

void log_seize(void)
{
	atomic_store_relaxed(&busy, 0);
	machine_record("\n", 1);
}

void log_finish(const char *status)
{
	uint64_t ticks = tsc_read() - started;

	log_begin("end");
	log_text("status", status);
	log_number("records", counts.records);
	log_number("results", counts.results);
	log_number("warnings", counts.warnings);
	log_number("panics", counts.panics);
	log_number("dropped", machine_dropped());
	if (ticks_known())
		log_milli("seconds", (int64_t)(ticks / ticks_of_ms(1)));
	else
		log_null("seconds");
	log_end();
}
