/* SPDX-License-Identifier: MIT */
#include "bench/report/noted.h"

#include "bench/config/listed.h"
#include "bench/config/rows.h"
#include "kernel/format.h"
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

void noted_figure(const struct record_key *key, uint32_t batch, int64_t milli)
{
	struct noted *e = noted_experiment(key->experiment);

	if (e->first[0] && (strncmp(e->first, key->variant,
				    sizeof(e->first) - 1) ||
			    e->cores != key->cores || batch <= e->batch))
		return;
	format(e->first, sizeof(e->first), "%s", key->variant);
	e->cores = key->cores;
	e->batch = batch;
	e->milli = milli;
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
