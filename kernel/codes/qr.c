/* SPDX-License-Identifier: MIT */
/* Figures by ISO/IEC 18004, of version 25 and level L. */
#include "kernel/codes/qr.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/codes/qr_penalty.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

/* ---- Reed and Solomon -------------------------------------------------- */

#define REED_SOLOMON_MOST 30u /* the highest degree of any QR code's */

/* The `degree` bytes that belong behind the data. */
void reed_solomon(const uint8_t *data, size_t length, uint8_t *rest,
		  unsigned degree);

#define POLYNOMIAL 0x11Du
#define ROOT 2u /* its powers are the generator's roots */

/* Bit by bit: tables would be larger than the time is worth. */
static uint8_t multiply(uint8_t a, uint8_t b)
{
	unsigned product = 0;

	for (int bit = 7; bit >= 0; bit--) {
		product = product << 1 ^ (product >> 7 & 1 ? POLYNOMIAL : 0);
		product ^= b >> bit & 1 ? a : 0u;
	}
	return (uint8_t)product;
}

/* (x - 1)(x - 2)(x - 4) ...; the highest term's 1 is left out. */
static void make_generator(uint8_t *generator, unsigned degree)
{
	uint8_t root = 1;

	memset(generator, 0, degree);
	generator[degree - 1] = 1;
	for (unsigned i = 0; i < degree; i++) {
		for (unsigned j = 0; j < degree; j++) {
			generator[j] = multiply(generator[j], root);
			if (j + 1 < degree)
				generator[j] ^= generator[j + 1];
		}
		root = multiply(root, ROOT);
	}
}

void reed_solomon(const uint8_t *data, size_t length, uint8_t *rest,
		  unsigned degree)
{
	uint8_t generator[REED_SOLOMON_MOST];

	make_generator(generator, degree);
	memset(rest, 0, degree);
	for (size_t i = 0; i < length; i++) {
		uint8_t factor = data[i] ^ rest[0];

		memmove(rest, rest + 1, degree - 1);
		rest[degree - 1] = 0;
		for (unsigned j = 0; j < degree; j++)
			rest[j] ^= multiply(generator[j], factor);
	}
}

/* ---- the code ---------------------------------------------------------- */

#define VERSION 25u
#define LEVEL_L 1u

#define BLOCKS 12u
#define SHORT_BLOCKS 8u   /* the first ones; the others have a byte more */
#define SHORT_DATA 106u
#define SHORT_ALL (BLOCKS * SHORT_DATA)
#define DATA (SHORT_ALL + BLOCKS - SHORT_BLOCKS)
#define REST 26u          /* bytes of correction of a block */
#define ALL (DATA + BLOCKS * REST)

#define MODE_BYTES 0x4u
#define PAD_EVEN 0xECu
#define PAD_ODD 0x11u

#define FORMAT_BITS 15u
#define FORMAT_GENERATOR 0x537u
#define FORMAT_XOR 0x5412u
#define VERSION_BITS 18u
#define VERSION_GENERATOR 0x1F25u

#define FINDER 8u         /* modules of a side, with its light edge */
#define TIMING 6u         /* row and column */
#define ALIGNED 5u        /* modules of an alignment pattern's side */
#define ALIGN_FIRST 4u    /* where the first one begins, and the next ones */
#define ALIGN_STEP 26u
#define ALIGN_LAST 4u     /* of a row of them, from 0 on */

/* ---- bytes ------------------------------------------------------------- */

struct words { uint8_t data[DATA], rest[BLOCKS][REST]; };

static unsigned block_begins(unsigned block)
{
	return block * SHORT_DATA + (unsigned)above_u64(block, SHORT_BLOCKS);
}

/* The mode's and the length's 20 bits come first: each byte of the text is
 * split between two. */
static void fill_data(uint8_t data[DATA], const char *text, size_t length)
{
	size_t at = 0;

	data[at++] = (uint8_t)(MODE_BYTES << 4 | length >> 12);
	data[at++] = (uint8_t)(length >> 4);
	data[at] = (uint8_t)(length << 4);
	for (size_t i = 0; i < length; i++) {
		data[at++] |= (uint8_t)text[i] >> 4;
		data[at] = (uint8_t)((uint8_t)text[i] << 4);
	}
	at++; /* its lower half says that nothing follows */
	for (size_t i = 0; at < DATA; i++)
		data[at++] = i % 2 ? PAD_ODD : PAD_EVEN;
}

static void fill_words(struct words *words, const char *text, size_t length)
{
	fill_data(words->data, text, length);
	for (unsigned b = 0; b < BLOCKS; b++)
		reed_solomon(words->data + block_begins(b),
			     block_begins(b + 1) - block_begins(b),
			     words->rest[b], REST);
}

/* They go byte by byte from block to block. */
static uint8_t word_at(const struct words *words, unsigned i)
{
	if (i < SHORT_ALL)
		return words->data[block_begins(i % BLOCKS) + i / BLOCKS];
	if (i < DATA) /* the last byte of a longer block */
		return words->data[block_begins(SHORT_BLOCKS + 1 + i -
						SHORT_ALL) - 1];
	return words->rest[(i - DATA) % BLOCKS][(i - DATA) / BLOCKS];
}

/* ---- patterns ---------------------------------------------------------- */

enum module { LIGHT, DARK, OPEN };

/* How far it is from the middle of a square, by its larger distance. */
static unsigned ring(unsigned x, unsigned y, unsigned middle)
{
	return (unsigned)max_u64(apart_u64(x, middle), apart_u64(y, middle));
}

static enum module finder(unsigned x, unsigned y)
{
	bool right = x >= QR_SIDE - FINDER, low = y >= QR_SIDE - FINDER;
	unsigned far;

	if ((x >= FINDER && !right) || (y >= FINDER && !low) || (right && low))
		return OPEN;
	far = ring(right ? QR_SIDE - 1 - x : x, low ? QR_SIDE - 1 - y : y, 3);
	return far != 2 && far != 4 ? DARK : LIGHT;
}

static enum module alignment(unsigned x, unsigned y)
{
	unsigned column, row;

	if (x < ALIGN_FIRST || y < ALIGN_FIRST)
		return OPEN;
	column = (x - ALIGN_FIRST) / ALIGN_STEP;
	row = (y - ALIGN_FIRST) / ALIGN_STEP;
	x = (x - ALIGN_FIRST) % ALIGN_STEP;
	y = (y - ALIGN_FIRST) % ALIGN_STEP;
	if (x >= ALIGNED || y >= ALIGNED || /* or a finder is there */
	    (!column && (!row || row == ALIGN_LAST)) ||
	    (!row && column == ALIGN_LAST))
		return OPEN;
	return ring(x, y, ALIGNED / 2) != 1 ? DARK : LIGHT;
}

/* The upper bits, and what the generator leaves of them. */
static unsigned with_rest(unsigned value, unsigned bits, unsigned all,
			  unsigned generator)
{
	unsigned rest = value << (all - bits);

	for (unsigned bit = all; bit-- > all - bits;)
		if (rest >> bit & 1)
			rest ^= generator << (bit - (all - bits));
	return value << (all - bits) | rest;
}

static enum module version(unsigned x, unsigned y)
{
	unsigned begins = QR_SIDE - FINDER - 3;
	unsigned away = (unsigned)max_u64(x, y), along = (unsigned)min_u64(x, y);

	if (along >= TIMING || away < begins || away >= begins + 3)
		return OPEN;
	return with_rest(VERSION, 6, VERSION_BITS, VERSION_GENERATOR) >>
	       (3 * along + away - begins) & 1 ? DARK : LIGHT;
}

/* Where the format stands; it depends on the mask and is written last. */
static bool is_format(unsigned x, unsigned y)
{
	return (x == 8 && (y <= 8 || y >= QR_SIDE - FINDER)) ||
	       (y == 8 && (x <= 8 || x >= QR_SIDE - FINDER));
}

/* OPEN: it is the data's. */
static enum module pattern(unsigned x, unsigned y)
{
	enum module found = finder(x, y);

	if (found == OPEN)
		found = alignment(x, y);
	if (found == OPEN && (x == TIMING || y == TIMING))
		found = (x + y) % 2 ? LIGHT : DARK;
	if (found == OPEN && is_format(x, y))
		found = LIGHT;
	return found == OPEN ? version(x, y) : found;
}

/* ---- the matrix -------------------------------------------------------- */

static void set(struct qr *qr, unsigned x, unsigned y, bool dark)
{
	uint8_t bit = (uint8_t)(1u << x % 8);

	if (dark)
		qr->dark[y][x / 8] |= bit;
	else
		qr->dark[y][x / 8] &= (uint8_t)~bit;
}

/* Columns in pairs from the right, up and down in turn; the timing's column is
 * left out. What is left over at the end is light. */
static void place(struct qr *qr, const struct words *words)
{
	unsigned bit = 0;
	bool up = true;

	for (unsigned right = QR_SIDE - 1; right < QR_SIDE; right -= 2) {
		right -= right == TIMING;
		for (unsigned i = 0; i < 2 * QR_SIDE; i++) {
			unsigned x = right - i % 2;
			unsigned y = up ? QR_SIDE - 1 - i / 2 : i / 2;
			enum module module = pattern(x, y);

			if (module == OPEN && bit < 8 * ALL) {
				module = word_at(words, bit / 8) >>
					 (7 - bit % 8) & 1 ? DARK : LIGHT;
				bit++;
			}
			set(qr, x, y, module == DARK);
		}
		up = !up;
	}
	for (unsigned y = 0; y < QR_SIDE; y++)
		set(qr, TIMING, y, pattern(TIMING, y) == DARK);
}

static bool turns(unsigned mask, unsigned x, unsigned y)
{
	unsigned even[QR_MASKS] = {
		x + y, y, x % 3, (x + y) % 3, x / 3 + y / 2,
		x * y % 2 + x * y % 3, x * y % 2 + x * y % 3,
		(x + y) % 2 + x * y % 3,
	};

	return mask >= 2 && mask != 4 && mask < 6 ? !even[mask]
						  : even[mask] % 2 == 0;
}

static void write_format(struct qr *qr, unsigned mask)
{
	unsigned bits = with_rest(LEVEL_L << 3 | mask, 5, FORMAT_BITS,
				  FORMAT_GENERATOR) ^ FORMAT_XOR;

	for (unsigned i = 0; i < FORMAT_BITS; i++) {
		bool dark = bits >> i & 1;
		unsigned beyond = i >= 8; /* the timing is in between */

		set(qr, i < 8 ? 8 : i == 8 ? 7 : 14 - i,
		    i < 8 ? i + (i >= TIMING) : 8, dark);
		set(qr, beyond ? 8 : QR_SIDE - 1 - i,
		    beyond ? QR_SIDE - FORMAT_BITS + i : 8, dark);
	}
	set(qr, 8, QR_SIDE - FINDER, true);
}

/* Twice is as never; the format is another one. */
static void apply(struct qr *qr, unsigned mask)
{
	for (unsigned y = 0; y < QR_SIDE; y++)
		for (unsigned x = 0; x < QR_SIDE; x++)
			if (pattern(x, y) == OPEN && turns(mask, x, y))
				set(qr, x, y, !qr_dark(qr, x, y));
	write_format(qr, mask);
}

static unsigned best_mask(struct qr *qr)
{
	unsigned best = 0, least = ~0u;

	for (unsigned mask = 0; mask < QR_MASKS; mask++) {
		unsigned penalty;

		apply(qr, mask);
		penalty = qr_penalty(qr);
		apply(qr, mask);
		if (penalty < least) {
			least = penalty;
			best = mask;
		}
	}
	return best;
}

void qr_encode(struct qr *qr, const char *text, size_t length, unsigned mask)
{
	struct words words;

	memset(qr, 0, sizeof(*qr));
	fill_words(&words, text, min_u64(length, QR_TEXT_MOST));
	place(qr, &words);
	apply(qr, mask < QR_MASKS ? mask : best_mask(qr));
}
