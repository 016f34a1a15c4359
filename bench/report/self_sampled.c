/* SPDX-License-Identifier: MIT */
#include "bench/report/self_sampled.h"

#include <stdarg.h>

#include "bench/report/record.h"
#include "bench/report/result.h"
#include "bench/samples/series.h"
#include "bench/report/table.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"

#define FINDING_MAX 256u

uint64_t report_samples(const struct report *r, uint64_t *samples, size_t n)
{
	struct variant variant = {
		.name = r->variant, .per = r->per, .params = r->params,
		.fields = r->fields, .method = r->method,
	};
	struct cell cell = { .variant = &variant, .cores = r->cores,
			     .experiment = r->experiment, .batch = r->batch };
	static struct series s; /* too large for a stack */

	s = (struct series){ .cell = &cell, .batch = r->batch, .rounds = 1,
			     .overhead = (int64_t)r->overhead };
	s.summary = stats_summarise((int64_t *)samples, n);
	s.sorted = (int64_t *)samples;
	s.round_p50[0] = s.summary.p50;
	s.round_mean_milli[0] = s.summary.mean_milli;
	record_result(&s);
	if (!r->quiet)
		table_row(&s);
	return (uint64_t)s.summary.p50;
}

void report_keys(const struct report *r)
{
	log_text("experiment", r->experiment);
	log_text("variant", r->variant);
	log_number("cores", r->cores);
	log_object("params");
	for (const struct param *p = r->params; p && p->name; p++)
		log_signed(p->name, p->value);
	log_object_end();
	log_text("unit", record_unit());
}

/* verdict, low and high: null until something judges them. */
static void record_finding(const struct finding *f, const char *sentence)
{
	log_begin("finding");
	log_text("experiment", f->experiment);
	log_text("name", f->name);
	if (f->value_milli == TEXT_NULL)
		log_null("value");
	else
		log_milli("value", f->value_milli);
	log_text("unit", f->unit);
	log_object("params");
	log_object_end();
	log_null("verdict");
	log_null("low");
	log_null("high");
	log_array("subjects");
	for (unsigned i = 0; i < FINDING_SUBJECTS && f->subject[i]; i++)
		log_text(NULL, f->subject[i]);
	log_array_end();
	log_text("text", sentence);
	log_end();
}

static void conclude(const struct finding *f, const char *text, va_list args)
{
	char sentence[FINDING_MAX];

	format_v(sentence, sizeof(sentence), text, args);
	record_finding(f, sentence);
	if (f->quiet)
		return;
	machine_style(MACHINE_GOOD);
	print("  %s\n", sentence);
	machine_style(MACHINE_PLAIN);
}

void report_conclusion(const struct finding *f, const char *text, ...)
{
	va_list args;

	va_start(args, text);
	conclude(f, text, args);
	va_end(args);
}

void report_finding(const char *experiment, const char *name,
		    int64_t value_milli, const char *unit,
		    const char *text, ...)
{
	va_list args;

	va_start(args, text);
	conclude(&(struct finding){ .experiment = experiment, .name = name,
				    .unit = unit, .value_milli = value_milli },
		 text, args);
	va_end(args);
}
