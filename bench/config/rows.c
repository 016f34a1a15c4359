/* SPDX-License-Identifier: MIT */
#include "bench/config/rows.h"

#include "bench/config/complain.h"
#include "kernel/format.h"
#include "kernel/string.h"

REGISTRY(qc_rows, const struct rows);
REGISTRY(qc_experiments, const struct experiment);

/* Each maker is asked once, as long as there are no more sets of rows. */
#define SETS_MAX 64u

static const struct variant *rows_of(const struct rows *const *entry,
				     unsigned *count)
{
	static struct {
		const struct variant *variant;
		unsigned count;
	} made[SETS_MAX];
	size_t set = (size_t)(entry - __start_qc_rows);
	const struct rows *rows = *entry;

	*count = rows->count;
	if (!rows->make)
		return rows->variant;
	if (set >= SETS_MAX)
		return rows->make(count);
	if (!made[set].variant)
		made[set].variant = rows->make(&made[set].count);
	*count = made[set].count;
	return made[set].variant;
}

/* And the set it is of. */
static const struct variant *find(const struct experiment *experiment,
				  unsigned index, const struct rows **set)
{
	REGISTRY_EACH(qc_rows, const struct rows, entry) {
		const struct variant *variant;
		unsigned count;

		if (strcmp((*entry)->experiment, experiment->name))
			continue;
		variant = rows_of(entry, &count);
		*set = *entry;
		if (index < count)
			return &variant[index];
		index -= count;
	}
	return NULL;
}

const struct variant *rows_variant(const struct experiment *experiment,
				   unsigned index)
{
	const struct rows *set;

	return find(experiment, index, &set);
}

bool rows_yours(const struct experiment *experiment, unsigned index)
{
	const struct rows *set;
	const struct variant *v = find(experiment, index, &set);

	return v && (names_yours(set) || names_yours(v->what));
}

static bool same_params(const struct param *a, const struct param *b)
{
	if (!a || !b)
		return a == b;
	for (; a->name && b->name; a++, b++)
		if (strcmp(a->name, b->name) || a->value != b->value)
			return false;
	return a->name == b->name;
}

/* Rows of one name may share the core counts among them. */
static bool never_together(const struct variant *a, const struct variant *b)
{
	return (a->most_cores && a->most_cores < b->least_cores) ||
	       (b->most_cores && b->most_cores < a->least_cores);
}

static bool unique(const struct experiment *experiment)
{
	const struct variant *a, *b;

	for (unsigned i = 0; (a = rows_variant(experiment, i)); i++)
		for (unsigned j = 0; j < i; j++) {
			b = rows_variant(experiment, j);
			if (strcmp(a->name, b->name) ||
			    !same_params(a->params, b->params) ||
			    never_together(a, b))
				continue;
			return complain("duplicate_variant", "two variants of "
					"%s are called '%s': one of them needs "
					"another name", experiment->name,
					a->name);
		}
	return true;
}

static bool has_experiment(const struct rows *rows)
{
	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		if (!strcmp((*entry)->name, rows->experiment))
			return true;
	return complain("no_experiment", "rows are added to '%s', which is no "
			"experiment", rows->experiment);
}

bool rows_check(void)
{
	bool ok = true;

	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		ok = unique(*entry) && ok;
	REGISTRY_EACH(qc_rows, const struct rows, entry)
		ok = has_experiment(*entry) && ok;
	return ok;
}

/* ---- rows that are made ------------------------------------------------- */

void made_rows_add(struct made_rows *table, const char *kind,
		   const struct variant *way)
{
	unsigned i = table->count;

	if (i == table->most)
		return;
	format(table->name[i], MADE_NAME_MAX, "%s/%s", kind, way->name);
	table->row[i] = *way;
	table->row[i].name = table->name[i];
	table->row[i].primitive = kind;
	table->count++;
}

void made_rows_each(struct made_rows *table, enum names kind,
		    const char *before, const char *after, const char *text)
{
	NAMES_EACH(kind, entry) {
		char *name = table->name[table->count];

		if (table->count == table->most)
			return;
		format(name, MADE_NAME_MAX, "%s%s%s", before, (*entry)->name,
		       after);
		made_rows_name(table, name, text ? text : (*entry)->summary);
	}
}

void made_rows_name(struct made_rows *table, const char *name,
		    const char *summary)
{
	if (table->count < table->most)
		table->row[table->count++] = (struct variant){
			.name = name, .summary = summary };
}
