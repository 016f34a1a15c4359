/* SPDX-License-Identifier: MIT */
#include "bench/proof/proven.h"

#include "kernel/format.h"
#include "kernel/string.h"

#define REMEMBERED 256u
#define NAME_MAX 32u

/* What is not PROVEN: seldom anything. */
static struct doubt {
	char experiment[NAME_MAX], primitive[NAME_MAX];
	enum proven proven;
} doubt[REMEMBERED];
static unsigned doubts;
static bool forgotten;
static enum proven shared;

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

void proven_note(const char *experiment, const char *primitive,
		 enum proven proven)
{
	struct doubt *known = find(experiment, primitive);

	if (known) {
		known->proven = proven_worse(known->proven, proven);
		return;
	}
	if (proven == PROVEN)
		return;
	if (doubts == REMEMBERED) {
		forgotten = true;
		return;
	}
	known = &doubt[doubts++];
	known->proven = proven;
	format(known->experiment, NAME_MAX, "%s", experiment);
	format(known->primitive, NAME_MAX, "%s", primitive);
}

enum proven proven_of(const char *experiment, const char *primitive)
{
	const struct doubt *known = find(experiment, primitive);

	return known ? known->proven : forgotten ? NOT_PROVEN : PROVEN;
}

void proven_note_shared(enum proven proven)
{
	shared = proven_worse(shared, proven);
}

enum proven proven_shared(void)
{
	return shared;
}
