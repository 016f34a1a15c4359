/* SPDX-License-Identifier: MIT */
/*
 * A text cut into numbered parts of a QR code each (docs/camera.md):
 *
 *	QC2 <run> <number>/<of> <first page>x<codes a page> <context> <CRC-32>
 *	<lines>
 *
 * No line is cut in two, and a part that begins below a head repeats it: so a
 * part that is missing takes no other's meaning away. Pure.
 */
#ifndef KERNEL_CODES_PARTS_H
#define KERNEL_CODES_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/codes/qr.h"

#define PARTS_WORD_MOST 12u    /* bytes of each of its four words */
#define PARTS_CONTEXT_MOST 51u

struct parts_text {
	const char *text; /* of whole lines, none longer than KEPT_LINE_MOST */
	size_t length;
	uint64_t run;
	unsigned page, across; /* which page has the first; codes on each */
	const char *context;   /* no part may lack it: what figures are worth */
};

/* At least 1. */
unsigned parts_count(const struct parts_text *text);

/* Number `index`, from 0 on, of `count`: returns its length. */
size_t parts_write(char part[QR_TEXT_MOST + 1], const struct parts_text *text,
		   unsigned index, unsigned count);

#endif
