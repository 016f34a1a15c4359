/* SPDX-License-Identifier: MIT */
#include "kernel/words.h"

#include <stdbool.h>

#include "kernel/string.h"

#define NOT_NEAR ~0u

/* Slips from the first letters of the word to the first ones of the name, for
 * the letters of the word up to now and the two before. */
struct row {
	unsigned slips[NEAREST_LETTERS + 1];
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same(char a, char b)
{
	return lower(a) == lower(b);
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static bool swapped(const char *word, const char *name, size_t i, size_t j)
{
	return i > 1 && j > 1 && same(word[i - 1], name[j - 2]) &&
	       same(word[i - 2], name[j - 1]);
}

/* The row of the word's letter i, from those of the letters before. */
static void next_row(const struct nearest *n, struct word name, size_t i,
		     struct row *now, const struct row *last,
		     const struct row *before)
{
	const char *word = n->word.text;

	now->slips[0] = (unsigned)i;
	for (size_t j = 1; j <= name.letters; j++) {
		unsigned slips = last->slips[j - 1] +
				 !same(word[i - 1], name.text[j - 1]);

		slips = least(slips, last->slips[j] + 1);
		slips = least(slips, now->slips[j - 1] + 1);
		if (swapped(word, name.text, i, j))
			slips = least(slips, before->slips[j - 2] + 1);
		now->slips[j] = slips;
	}
}

/* The optimal string alignment distance. */
static unsigned count_slips(const struct nearest *n, struct word name)
{
	struct row row[3];
	size_t i;

	for (size_t j = 0; j <= name.letters; j++)
		row[0].slips[j] = (unsigned)j;
	for (i = 1; i <= n->word.letters; i++)
		next_row(n, name, i, &row[i % 3], &row[(i + 2) % 3],
			 &row[(i + 1) % 3]);
	return row[(i + 2) % 3].slips[name.letters];
}

static bool begins(struct word word, struct word name)
{
	for (size_t i = 0; i < word.letters; i++)
		if (i == name.letters || !same(word.text[i], name.text[i]))
			return false;
	return true;
}

void nearest_begin(struct nearest *nearest, struct word word)
{
	while (word.letters && *word.text == '-') {
		word.text++;
		word.letters--;
	}
	*nearest = (struct nearest){ .word = word };
	if (word.letters >= 2 && word.letters <= NEAREST_LETTERS)
		nearest->most = word.letters < 3 ? 1 : (unsigned)word.letters / 3;
}

/* Of equally near ones a name that begins so is half a slip nearer. Any that does
 * counts as half a slip more than is near at most. */
static unsigned distance(const struct nearest *n, struct word name)
{
	unsigned slips = count_slips(n, name);
	bool beginning = begins(n->word, name);

	if (slips <= n->most)
		return 2 * slips - (slips && beginning);
	return beginning ? 2 * n->most + 1 : NOT_NEAR;
}

void nearest_offer(struct nearest *nearest, struct word name)
{
	unsigned far;

	if (!nearest->most || name.letters > NEAREST_LETTERS)
		return;
	far = distance(nearest, name);
	if (far == NOT_NEAR || (nearest->name.text && far >= nearest->distance))
		return;
	nearest->distance = far;
	nearest->name = name;
}
