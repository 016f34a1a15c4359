/* SPDX-License-Identifier: MIT */
#include "bench/report/finding.h"

#include <stdarg.h>

#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"

#define FINDING_MAX 256u

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
