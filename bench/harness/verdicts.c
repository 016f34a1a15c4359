/* SPDX-License-Identifier: MIT */
#include "bench/harness/verdicts.h"

#include <stddef.h>

#define REMEMBERED 256u

static struct checked known[REMEMBERED];
static unsigned added;

const struct checked *checked_find(const void *what, unsigned cores,
				   unsigned role)
{
	for (unsigned i = 0; i < REMEMBERED; i++)
		if (known[i].what == what && known[i].cores == cores &&
		    known[i].role == role)
			return &known[i];
	return NULL;
}

void checked_add(struct checked verdict)
{
	known[added++ % REMEMBERED] = verdict;
}
