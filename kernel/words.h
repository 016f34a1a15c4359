/* SPDX-License-Identifier: MIT */
/* The words of a list, parted by one character. Pure; any core. */
#ifndef KERNEL_WORDS_H
#define KERNEL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel/string.h"

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

#endif
