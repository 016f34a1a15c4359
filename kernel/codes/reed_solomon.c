/* SPDX-License-Identifier: MIT */
#include "kernel/codes/reed_solomon.h"

#include "kernel/string.h"

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
