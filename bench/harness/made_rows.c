/* SPDX-License-Identifier: MIT */
#include "bench/harness/made_rows.h"

#include "kernel/format.h"

void made_rows_add(struct made_rows *table, const char *kind,
		   const struct variant *way)
{
	unsigned i = table->count;

	if (i == table->most)
		return;
	format(table->name[i], MADE_NAME_MAX, "%s/%s", kind, way->name);
	table->row[i] = *way;
	table->row[i].name = table->name[i];
	table->count++;
}

void made_rows_name(struct made_rows *table, const char *name,
		    const char *summary)
{
	if (table->count < table->most)
		table->row[table->count++] = (struct variant){
			.name = name, .summary = summary };
}
