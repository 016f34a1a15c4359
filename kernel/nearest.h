/* SPDX-License-Identifier: MIT */
/*
 * "Did you mean": the nearest of some names to a word that is none of them.
 * Pure; any core.
 *
 *	nearest_begin(&near, word_of("quee"));
 *	for each name: nearest_offer(&near, word_of(name));
 *	if (near.name.text) ...
 *
 * A letter too many, too few or another one, and two neighbours swapped, are
 * one slip each; capitals and dashes in front are none. Near is what at most
 * one slip in three letters explains, and what the word is the beginning of.
 */
#ifndef KERNEL_NEAREST_H
#define KERNEL_NEAREST_H

#include "kernel/words.h"

#define NEAREST_LETTERS 31u /* of a word or a name; nothing longer is near */

struct nearest {
	struct word name;  /* the first of the nearest; no text: none is near */
	struct word word;
	unsigned most;     /* slips that still are near; 0: nothing is */
	unsigned distance; /* of name, in half slips */
};

void nearest_begin(struct nearest *nearest, struct word word);

/* The name's text must outlive the search. */
void nearest_offer(struct nearest *nearest, struct word name);

#endif
