/* SPDX-License-Identifier: MIT */
/* The words of a list, and the name nearest to a word. Pure; any core. */
#ifndef KERNEL_WORDS_H
#define KERNEL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel/string.h"

/* ---- the words of a list, parted by one character ------------------------- */

/* A word; its letters are followed by the parting character or a NUL. */
struct word {
	const char *text;
	size_t letters; /* 0 between two parting characters, and at an end */
};

/* All of a text as one word. */
static inline struct word word_of(const char *text)
{
	return (struct word){ text, strlen(text) };
}

/*
 * Takes the next word from *list, which is NULL after the last one; false if
 * it was. A list of nothing is one word without a letter.
 */
static inline bool word_next(const char **list, char parting, struct word *word)
{
	const char *end = *list;

	if (!end)
		return false;
	word->text = end;
	while (*end && *end != parting)
		end++;
	word->letters = (size_t)(end - word->text);
	*list = *end ? end + 1 : NULL;
	return true;
}

static inline bool word_is(const struct word *word, const char *name)
{
	return !strncmp(word->text, name, word->letters) && !name[word->letters];
}

/* ---- "did you mean" ------------------------------------------------------- */

/*
 * The nearest of some names to a word that is none of them.
 *
 *	nearest_begin(&near, word_of("quee"));
 *	for each name: nearest_offer(&near, word_of(name));
 *	if (near.name.text) ...
 *
 * A letter too many, too few or another one, and two neighbours swapped, are
 * one slip each; capitals and dashes in front are none. Near is what at most
 * one slip in three letters explains, and what the word is the beginning of.
 */
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
