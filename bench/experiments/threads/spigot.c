/* SPDX-License-Identifier: MIT */
#include "bench/experiments/threads/spigot.h"

/* Terms of the series for one decimal: log2(10) = 3.32 and a guard. */
#define TERMS_10 34u
#define GUARD 16u

/* The first two digits given are not decimals: a 0 that means nothing, and 3. */
#define BEFORE 2u

#define FNV_START 0xcbf29ce484222325ull /* FNV-1a, 64 bits */
#define FNV_PRIME 0x100000001b3ull

/* After 1,000, 2,000, ... decimals; by Machin's formula, elsewhere. */
static const uint64_t known[SPIGOT_MOST / SPIGOT_KNOWN] = {
	0x511d37c4f954c20full, 0xb2af22a2740a2021ull, 0x636489fb5b20491dull,
	0x72fcee30aa308ef5ull, 0x61a68389275042c4ull, 0xd630098150fe580eull,
	0xf9012f852b1a5678ull, 0x181fddd1b690dd7dull, 0x69f6540e4ec357bdull,
	0xec7b9ca0dd41a929ull, 0xf801d39cc3173779ull, 0x943d6c4992edc7a1ull,
	0x99cfc74f2c236dd9ull, 0x842da51b4b11efd9ull, 0x4bbaab6a966ee410ull,
	0x1061d1b61b7009ceull, 0xa0956fca8d5b0c7aull, 0x0afa972e80b0079eull,
	0x28416471402bfda0ull, 0xa4774aa17ff56a75ull,
};

uint32_t spigot_words(uint32_t decimals)
{
	return decimals * TERMS_10 / 10 + GUARD;
}

uint64_t spigot_turns(uint32_t decimals)
{
	return (uint64_t)spigot_words(decimals) * (decimals + BEFORE + 1);
}

void spigot_init(struct spigot *s, uint32_t decimals, uint32_t *memory,
		 char *text)
{
	*s = (struct spigot){
		.word = memory, .words = spigot_words(decimals),
		.left = spigot_words(decimals), .decimals = decimals,
		.checksum = FNV_START, .known = true, .text = text,
	};
	for (uint32_t i = 0; i < s->words; i++)
		memory[i] = 2;
}

/* ---- digits ------------------------------------------------------------- */

static bool done(const struct spigot *s)
{
	return s->given >= s->decimals + BEFORE;
}

static void give(struct spigot *s, uint32_t digit)
{
	uint32_t decimals;

	if (done(s) || s->given++ < BEFORE)
		return;
	decimals = s->given - BEFORE;
	s->checksum = (s->checksum ^ ('0' + digit)) * FNV_PRIME;
	if (s->text)
		s->text[decimals - 1] = (char)('0' + digit);
	if (decimals % SPIGOT_KNOWN == 0 &&
	    s->checksum != known[decimals / SPIGOT_KNOWN - 1])
		s->known = false;
}

/* What was held is certain now: a carry has come, or none can. */
static void give_held(struct spigot *s, uint32_t carry)
{
	give(s, s->held + carry);
	for (; s->nines; s->nines--)
		give(s, carry ? 0 : 9);
}

static void digit_found(struct spigot *s, uint32_t digit)
{
	if (digit == 9) {
		s->nines++;
		return;
	}
	give_held(s, digit == 10);
	s->held = digit == 10 ? 0 : digit;
}

/* ---- the slow part ------------------------------------------------------ */

/* n more words of the pass, from the last to the first. */
static void turn(struct spigot *s, uint32_t n)
{
	uint32_t *word = s->word;
	uint32_t carry = s->carry;

	s->left -= n;
	for (uint32_t i = s->left + n; i > s->left; i--) {
		uint32_t x = 10 * word[i - 1] + carry * i;
		uint32_t base = 2 * i - 1;

		word[i - 1] = x % base;
		carry = x / base;
	}
	s->carry = carry;
}

static void end_pass(struct spigot *s)
{
	s->word[0] = s->carry % 10;
	digit_found(s, s->carry / 10);
	s->carry = 0;
	s->left = s->words;
}

bool spigot_run(struct spigot *s, uint64_t turns)
{
	while (turns && !done(s)) {
		uint32_t n = turns < s->left ? (uint32_t)turns : s->left;

		turn(s, n);
		s->turns += n;
		turns -= n;
		if (!s->left)
			end_pass(s);
	}
	return !done(s);
}
