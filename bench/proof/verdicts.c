/* SPDX-License-Identifier: MIT */
#include "bench/proof/verdicts.h"

#include <stddef.h>

#define REMEMBERED 256u

static struct verdict known[REMEMBERED];
static unsigned added;

const struct verdict *verdict_find(const void *what, unsigned cores,
				   unsigned role)
{
	for (unsigned i = 0; i < REMEMBERED; i++)
		if (known[i].what == what && known[i].cores == cores &&
		    known[i].role == role)
			return &known[i];
	return NULL;
}

void verdict_add(const struct verdict *verdict)
{
	struct verdict *last = &known[added++ % REMEMBERED];

	*last = *verdict;
	if (last->proof.proven != DISPROVEN)
		last->proof.operations = 0;
}
