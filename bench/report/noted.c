/* SPDX-License-Identifier: MIT */
#include "bench/report/noted.h"

#include "bench/config/wrap.h"
#include "bench/config/rows.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/registry.h"
#include "kernel/string.h"

#define VARIANTS_MOST 96u
#define VARIANT_MAX 72u /* "experiment variant" */

static struct noted experiments[NOTED_EXPERIMENTS];
static unsigned count, skips;

static struct variant_noted {
	char name[VARIANT_MAX];
	enum proven proven;
} variants[VARIANTS_MOST];
static unsigned variant_count;

static const struct experiment *rows_of;
static bool rows[ROWS_MAX];

struct noted *noted_experiment(const char *name)
{
	static struct noted beyond; /* of no use to anybody */

	for (unsigned i = 0; i < count; i++)
		if (!strcmp(experiments[i].name, name))
			return &experiments[i];
	if (count == NOTED_EXPERIMENTS)
		return &beyond;
	experiments[count] = (struct noted){ .results = 0 };
	format(experiments[count].name, NOTED_NAME_MAX, "%s", name);
	return &experiments[count++];
}

/* ---- rows for the page ---------------------------------------------------- */

REGISTRY(qc_experiments, const struct experiment);

static const char *page_of(const char *experiment)
{
	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		if ((*entry)->page && !strcmp((*entry)->name, experiment))
			return (*entry)->page;
	return NULL;
}

/* The end of a name in a list of them. */
static const char *end_of(const char *name)
{
	while (*name && *name != ' ')
		name++;
	return name;
}

static bool is_of(const struct page_row *r, const char *name, const char *end)
{
	size_t length = (size_t)(end - name) - (end[-1] == '*');

	return strlen(r->name) == length && !strncmp(r->name, name, length);
}

/* Where a name's row is kept: by its place in the list; NOTED_ROWS: nowhere. */
static unsigned place_of(const struct noted *e, const struct page_row *r)
{
	const char *page = page_of(e->name), *end;
	unsigned at = 0;

	if (!page)
		return !e->row[0].name[0] ||
		       !strcmp(e->row[0].name, r->name) ? 0 : NOTED_ROWS;
	for (; *page && at < NOTED_ROWS; page = *end ? end + 1 : end, at++) {
		const struct page_row *known = &e->row[at];
		bool most;

		end = end_of(page);
		most = end[-1] == '*';
		if (is_of(r, page, end) &&
		    (!known->name[0] || known->cores == r->cores ||
		     most == (r->cores > known->cores)))
			return at;
	}
	return NOTED_ROWS;
}

void noted_summarise(struct page_row *row, int64_t *milli, unsigned rounds)
{
	int64_t above;

	row->rounds = rounds;
	row->clean = 0;
	for (unsigned r = 0; r < rounds; r++)
		if (milli[r] != QUANTITY_NONE)
			milli[row->clean++] = milli[r] == QUANTITY_NEVER ?
				milli[r] : format_four_digits(milli[r]);
	if (!row->clean)
		return;
	stats_sort(milli, row->clean);
	above = milli[row->clean / 2];
	row->median = above == QUANTITY_NEVER ? above :
		      (milli[(row->clean - 1) / 2] + above) / 2;
	row->least = milli[0];
	row->most = milli[row->clean - 1];
}

void noted_figure(const struct record_key *key, int64_t *milli, unsigned rounds,
		  const struct page_row *of)
{
	struct noted *e = noted_experiment(key->experiment);
	struct page_row row = *of;
	unsigned at;

	format(row.name, sizeof(row.name), "%s", key->variant);
	row.cores = key->cores;
	at = place_of(e, &row);
	if (at == NOTED_ROWS || (e->row[at].name[0] &&
				 e->row[at].cores == row.cores &&
				 row.batch <= e->row[at].batch))
		return;
	noted_summarise(&row, milli, rounds);
	e->row[at] = row;
}

const struct page_row *noted_row_of(const char *experiment, const char *name)
{
	const struct noted *e = noted_experiment(experiment);
	const char *end = end_of(name);

	for (unsigned i = 0; i < NOTED_ROWS; i++)
		if (e->row[i].name[0] && is_of(&e->row[i], name, end))
			return &e->row[i];
	return NULL;
}

/* ---- rows of an experiment ------------------------------------------------ */

void noted_rows_of(const struct experiment *experiment)
{
	rows_of = experiment;
	memset(rows, 0, sizeof(rows));
}

void noted_row(const char *experiment, const char *variant)
{
	const struct variant *v;

	if (!rows_of || strcmp(rows_of->name, experiment))
		return;
	for (unsigned i = 0; i < ROWS_MAX && (v = rows_variant(rows_of, i)); i++)
		rows[i] |= !strcmp(v->name, variant);
}

bool noted_row_at(unsigned index)
{
	return index < ROWS_MAX && rows[index];
}

void noted_skipped(const char *experiment, const char *variant)
{
	noted_experiment(experiment);
	noted_row(experiment, variant);
	skips++;
}

/* ---- what is not right ------------------------------------------------------- */

static struct variant_noted *find_variant(const char *name)
{
	for (unsigned i = 0; i < variant_count; i++)
		if (!strcmp(variants[i].name, name))
			return &variants[i];
	return NULL;
}

void noted_validation(const char *experiment, const char *variant,
		      enum proven proven)
{
	char name[VARIANT_MAX];
	struct variant_noted *v;

	noted_experiment(experiment);
	if (proven == PROVEN)
		return;
	format(name, sizeof(name), "%s %s", experiment, variant);
	v = find_variant(name);
	if (!v && variant_count == VARIANTS_MOST)
		return;
	if (!v) {
		v = &variants[variant_count++];
		*v = (struct variant_noted){ .proven = proven };
		memcpy(v->name, name, sizeof(name));
	}
	v->proven = proven_worse(v->proven, proven);
}

const struct noted *noted_at(unsigned index)
{
	return index < count ? &experiments[index] : NULL;
}

unsigned noted_skips(void)
{
	return skips;
}

unsigned noted_unproven(enum proven proven, char *text, size_t columns)
{
	struct listed list = { .text = text, .columns = columns };

	for (unsigned i = 0; i < variant_count; i++)
		list.all += variants[i].proven == proven;
	for (unsigned i = 0; i < variant_count; i++)
		if (variants[i].proven == proven)
			listed_add(&list, variants[i].name);
	listed_end(&list);
	return list.all;
}
