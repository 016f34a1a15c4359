/* SPDX-License-Identifier: MIT */
/* The C11 check: races between accesses that no order separates. */
#ifndef TESTS_EXPLORE_ENGINE_RACE_H
#define TESTS_EXPLORE_ENGINE_RACE_H

#include "tests/explore/engine/access.h"

/* Where an access is in the source: one of the two. */
struct race_where {
	const struct explore_site *site; /* of the macros */
	const void *code;                /* of plain code: an address in it */
};

/* Before each schedule. */
void race_begin(void);

/* An access by the macros; done: unless a compare and exchange failed. */
void race_access(const struct explore_site *site, const void *address,
		 size_t size, bool done);

/* An access by plain code, between two of the others. */
void race_plain(const void *address, size_t size, bool store, const void *code);

/* For people. */
void race_place(struct race_where where, char *text, size_t size);

#endif
