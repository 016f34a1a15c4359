/* SPDX-License-Identifier: MIT */
#include "bench/proof/proven.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/bench.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define REMEMBERED 256u
#define NAME_MAX 32u

/* What is not PROVEN: seldom anything. */
static struct doubt {
	char experiment[NAME_MAX], primitive[NAME_MAX];
	enum proven proven; /* the worst on any number of cores */
	enum proven alone;  /* what counts for one core */
} doubt[REMEMBERED];
static unsigned doubts;
static bool forgotten;

const char *proven_word(enum proven proven)
{
	static const char *const word[] = { "ok", "not_proven", "failed" };

	return word[proven];
}

static struct doubt *find(const char *experiment, const char *primitive)
{
	for (unsigned i = 0; i < doubts; i++)
		if (!strncmp(doubt[i].experiment, experiment, NAME_MAX - 1) &&
		    !strncmp(doubt[i].primitive, primitive, NAME_MAX - 1))
			return &doubt[i];
	return NULL;
}

static struct doubt *find_or_make(const char *experiment,
				  const char *primitive)
{
	struct doubt *known = find(experiment, primitive);

	if (known)
		return known;
	if (doubts == REMEMBERED) {
		forgotten = true;
		return NULL;
	}
	known = &doubt[doubts++];
	format(known->experiment, NAME_MAX, "%s", experiment);
	format(known->primitive, NAME_MAX, "%s", primitive);
	return known;
}

void proven_note(const char *experiment, const char *primitive,
		 unsigned cores, enum proven proven)
{
	struct doubt *known = proven == PROVEN ? NULL :
			      find_or_make(experiment, primitive);

	if (!known)
		return;
	known->proven = proven_worse(known->proven, proven);
	if (cores == 1 || proven == DISPROVEN)
		known->alone = proven_worse(known->alone, proven);
}

enum proven proven_of(const char *experiment, const char *primitive,
		      unsigned cores)
{
	const struct doubt *known = find(experiment, primitive);

	if (!known)
		return forgotten ? NOT_PROVEN : PROVEN;
	return cores == 1 ? known->alone : known->proven;
}

struct proof proven_try(struct cell *cell)
{
	const struct variant *v = cell->variant;
	struct proof proof = { .property = v->property };

	cell->proof = &proof;
	if (v->validate && !v->validate(cell))
		proof.proven = DISPROVEN;
	cell->proof = NULL;
	proof.operations += cell->checked;
	if (v->primitive)
		proof.primitive = v->primitive;
	return proof;
}

/* ---- verdicts of this boot --------------------------------------------- */

#define VERDICTS 192u

static struct verdict known[VERDICTS];
static unsigned added;

void verdicts_forget(void)
{
	memset(known, 0, sizeof(known));
	added = 0;
}

/* What is wrong alone is wrong beside others, in any role. */
static bool wrong_alone(const struct verdict *verdict)
{
	return verdict->cores == 1 && verdict->proof.proven == DISPROVEN;
}

const struct verdict *verdict_find(const void *what, unsigned cores,
				   unsigned role)
{
	for (unsigned i = 0; i < VERDICTS; i++)
		if (known[i].what == what &&
		    (wrong_alone(&known[i]) || (known[i].cores == cores &&
						known[i].role == role)))
			return &known[i];
	return NULL;
}

void verdict_add(const struct verdict *verdict)
{
	struct verdict *last = &known[added++ % VERDICTS];

	*last = *verdict;
	if (last->proof.proven != DISPROVEN)
		last->proof.operations = 0;
}
