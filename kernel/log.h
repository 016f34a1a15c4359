/* SPDX-License-Identifier: MIT */
/*
 * The log's lines: one JSON object each, with schema version, sequence
 * number and CRC-32 (docs/log-format.md). What stands in a record is the
 * business of its writer; this file owns the form.
 *
 *	log_begin("quantity");
 *	log_text("experiment", "queue");
 *	log_array("values"); log_number(NULL, 1); log_array_end();
 *	log_end();
 *
 * Inside an array the key is NULL. One line is written at a time, by core 0;
 * a core that panics takes the line over with log_seize(). Lines go out by
 * machine_record().
 */
#ifndef KERNEL_LOG_H
#define KERNEL_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOG_SCHEMA 3       /* the field q */
#define LOG_LINE_MAX 4000  /* bytes of a line, newline included */

/* Elements of an array of numbers (<= 20 digits) that fit in one line. */
#define LOG_ARRAY_MAX 160

void log_begin(const char *record);
void log_number(const char *key, uint64_t value);
void log_signed(const char *key, int64_t value);
/* A decimal; of a figure above 10 only the first four digits. */
void log_milli(const char *key, int64_t thousandths);

/*
 * A text, a name (a word, perhaps the user's; null where it is NULL). One that
 * takes more bytes than this between its quotes, escapes counted, is cut, ends
 * in the mark, and is followed by the field KEY_cut, true; so that the fields
 * after it have room.
 */
#define LOG_TEXT_MAX 800
#define LOG_NAME_MAX 64
#define LOG_CUT_MARK "..."
void log_text(const char *key, const char *value);
void log_name(const char *key, const char *value);

void log_bool(const char *key, bool value);
void log_null(const char *key);
void log_array(const char *key);
void log_array_end(void);
void log_object(const char *key);
void log_object_end(void);

/* printf-like text field, cut like one. */
void log_format(const char *key, const char *text, ...)
	__attribute__((format(__printf__, 2, 3)));

/*
 * Closes and writes the line. A field that did not fit was left out whole
 * (the line stays valid JSON); it is then followed by a warning record with
 * code "line_too_long".
 */
void log_end(void);

/* A warning record: code is a word for programs, text for people. */
void log_warning(const char *code, const char *text, ...)
	__attribute__((format(__printf__, 2, 3)));

/* Records attempted so far, by kind. */
struct log_counts { uint32_t records, results, warnings, panics; };
const struct log_counts *log_counts(void);

/* How often each code came, in the order of the first; NULL past the last one.
 * Later ones than LOG_CODES_MOST are not kept. */
#define LOG_CODES_MOST 24u
struct log_code { const char *code; uint32_t count; };
const struct log_code *log_code(unsigned index);

/* True while a line is being written: the panic path waits for its end. */
bool log_busy(void);

/* Panic path: gives up a half-written line, whose number stays missing. */
void log_seize(void);

/*
 * The end record: status "ok", "failed" or "stopped", the counts (this one included)
 * and the seconds since the first record.
 */
void log_finish(const char *status);

/* ---- where the lines go: brought by either machine --------------------- */

/* One whole line of the log, newline included, to the record sinks. */
void machine_record(const char *line, size_t length);

/* How a log would be kept, where the lines go nowhere: the Linux program in a
 * terminal. NULL: it is kept. */
const char *machine_log_advice(void);

/*
 * The first records are out, and nothing is measured yet: who keeps the log in a
 * file that a crash could lose writes them now. Core 0, outside any run.
 */
void machine_log_begun(void);

/* The same between two experiments: a power cut costs the one that runs. Before
 * the next one looks how quiet the cores are. Core 0, outside any run. */
void machine_log_keep(void);

/* Bytes a second that the line which carries the log took of late; 0 where
 * that is not known yet, or where nothing waits for a line (Linux). */
uint64_t machine_log_pace(void);

/*
 * Whole records that the serial line has lost, since nobody took them in time;
 * 0 on Linux. For the end record: what is written after this call may use the
 * room that is kept for it.
 */
uint64_t machine_dropped(void);

#endif
