/* SPDX-License-Identifier: MIT */
#include "bench/page/kept_row.h"

#include "bench/report/record.h"
#include "kernel/format.h"
#include "kernel/print.h"
#include "kernel/string.h"

#define LINE_MOST 160u

static void keep_head(const struct record_key *key)
{
	static char last[LINE_MOST];
	char head[LINE_MOST];

	format(head, sizeof(head), "%c%s %u %s", MACHINE_KEPT_HEAD,
	       key->experiment, key->cores, record_unit());
	if (!strcmp(head, last))
		return;
	memcpy(last, head, sizeof(last));
	machine_keep(head);
}

/* What tells rows of one name apart that were taken in both modes. */
static bool in_batches(const struct result *r)
{
	return r->series && r->series->mode &&
	       !strcmp(r->series->mode, "batch");
}

void kept_row(const struct result *r)
{
	static const char *const doubt[] = {
		[PROVEN] = "", [NOT_PROVEN] = "?", [DISPROVEN] = "!",
	};
	int64_t p50 = format_four_digits(r->summary.p50 * 1000 / r->batch);
	char line[LINE_MOST], median[FORMAT_MILLI_MAX];
	size_t at;

	keep_head(&r->key);
	at = format(line, sizeof(line), "%s", r->key.variant);
	for (const struct param *p = r->key.params; p && p->name; p++)
		if (at < sizeof(line))
			at += format(line + at, sizeof(line) - at, " %s=%ld",
				     p->name, (long)p->value);
	if (at < sizeof(line))
		format(line + at, sizeof(line) - at, " %s%s%s%s%s",
		       format_milli(median, p50), in_batches(r) ? "b" : "",
		       r->disturbed ? "~" : "",
		       result_in_turns(r) ? "<" : "", doubt[r->proven]);
	machine_keep(line);
}
