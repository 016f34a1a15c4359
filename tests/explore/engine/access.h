/* SPDX-License-Identifier: MIT */
/*
 * What an access tells the explorer. Included by the explorer's atomic.h, so
 * it knows nothing but the C language.
 */
#ifndef TESTS_EXPLORE_ENGINE_ACCESS_H
#define TESTS_EXPLORE_ENGINE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

#define EXPLORE_BYTES 16 /* widest object of one access */

enum explore_kind {
	EXPLORE_LOAD, EXPLORE_STORE, EXPLORE_ADD, EXPLORE_SUB, EXPLORE_AND,
	EXPLORE_OR, EXPLORE_SWAP, EXPLORE_CAS, EXPLORE_FENCE, EXPLORE_RELAX,
	EXPLORE_PLAIN_LOAD, EXPLORE_PLAIN_STORE,
	EXPLORE_SIGNAL, /* sets a word past the store buffer: an interrupt */
	EXPLORE_WAIT,   /* blocks until the word is set, and clears it */
	EXPLORE_WAIT_OR_NOT, /* the same, or comes back without */
};

enum explore_order {
	EXPLORE_RELAXED, EXPLORE_ACQUIRE, EXPLORE_RELEASE, EXPLORE_ACQ_REL,
	EXPLORE_SEQ_CST,
};

/* One access of the source. */
struct explore_site {
	enum explore_kind kind;
	enum explore_order order;
	const char *expression; /* the address as the source has it */
	const char *where;      /* file:line */
	unsigned char noted;    /* of mutate.c; all else is fixed */
};

/*
 * Waits until the calling thread is chosen, then does the access. old gets
 * the value from before (may be NULL), new is the operand, expected that of a
 * compare and exchange, which gets the value found if it differs. True unless
 * such a comparison failed.
 */
bool explore_access(struct explore_site *site, const void *address, size_t size,
		    void *old, const void *new, void *expected);

#endif
