/* SPDX-License-Identifier: MIT */
#include "bench/config/rows.h"

#include "bench/config/complain.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/string.h"

REGISTRY(qc_rows, const struct rows);
REGISTRY(qc_experiments, const struct experiment);

/* Each maker is asked once, as long as there are no more sets of rows. */
#define SETS_MAX 64u

/* Of a maker's rows those for which its table has no room. */
struct left_out {
	unsigned rows;
	char first[MADE_NAME_MAX];
};

struct set {
	const struct variant *variant;
	unsigned count;
	struct left_out left_out;
};

static struct left_out left_out; /* by the maker that is at work */

static const struct set *set_of(const struct rows *const *entry)
{
	static struct set made[SETS_MAX], other;
	size_t i = (size_t)(entry - __start_qc_rows);
	struct set *set = i < SETS_MAX ? &made[i] : &other;
	const struct rows *rows = *entry;

	if (set == &other || !set->variant) {
		*set = (struct set){ rows->variant, rows->count,
				     { .rows = 0 } };
		left_out = set->left_out;
		if (rows->make)
			set->variant = rows->make(&set->count);
		set->left_out = left_out;
	}
	return set;
}

/* And the set it is of. */
static const struct variant *find(const struct experiment *experiment,
				  unsigned index, const struct rows **set)
{
	REGISTRY_EACH(qc_rows, const struct rows, entry) {
		const struct set *rows;

		if (strcmp((*entry)->experiment, experiment->name))
			continue;
		rows = set_of(entry);
		*set = *entry;
		if (index < rows->count)
			return &rows->variant[index];
		index -= rows->count;
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

bool rows_yours_named(const char *experiment, const char *variant)
{
	const struct variant *v;

	if (!names_any_yours())
		return false;
	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		for (unsigned i = 0; !strcmp((*entry)->name, experiment) &&
				     (v = rows_variant(*entry, i)); i++)
			if (!strcmp(v->name, variant) && rows_yours(*entry, i))
				return true;
	return false;
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

static void warn_of_left_out(const struct rows *const *entry)
{
	const struct set *set = set_of(entry);
	unsigned n = set->left_out.rows;

	if (n)
		log_warning("few_rows", "%s: no room for %u of %u rows, from "
			    "'%s' on: they cannot be listed or named; raise "
			    "MADE_KINDS_MAX (bench/config/rows.h)",
			    (*entry)->experiment, n, set->count + n,
			    set->left_out.first);
}

bool rows_check(void)
{
	bool ok = true;

	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		ok = unique(*entry) && ok;
	REGISTRY_EACH(qc_rows, const struct rows, entry)
		ok = has_experiment(*entry) && ok;
	REGISTRY_EACH(qc_rows, const struct rows, entry)
		warn_of_left_out(entry);
	return ok;
}

/* ---- rows that are made ------------------------------------------------- */

void made_rows_left_out(const char *name)
{
	if (!left_out.rows++)
		format(left_out.first, MADE_NAME_MAX, "%s", name);
}

void made_rows_add(struct made_rows *table, const char *kind,
		   const struct variant *way)
{
	unsigned i = table->count;
	char name[MADE_NAME_MAX];

	format(name, MADE_NAME_MAX, "%s/%s", kind, way->name);
	if (i == table->most) {
		made_rows_left_out(name);
		return;
	}
	memcpy(table->name[i], name, MADE_NAME_MAX);
	table->row[i] = *way;
	table->row[i].name = table->name[i];
	table->row[i].primitive = kind;
	table->count++;
}

void made_rows_each(struct made_rows *table, enum names kind,
		    const char *before, const char *after, const char *text)
{
	NAMES_EACH(kind, entry) {
		char name[MADE_NAME_MAX], *kept = name;

		if (table->count < table->most)
			kept = table->name[table->count];
		format(kept, MADE_NAME_MAX, "%s%s%s", before, (*entry)->name,
		       after);
		made_rows_name(table, kept, text ? text : (*entry)->summary);
	}
}

void made_rows_name(struct made_rows *table, const char *name,
		    const char *summary)
{
	if (table->count < table->most)
		table->row[table->count++] = (struct variant){
			.name = name, .summary = summary };
	else
		made_rows_left_out(name);
}
