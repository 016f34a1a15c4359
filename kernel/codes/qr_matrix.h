/* SPDX-License-Identifier: MIT */
/* The modules of a QR code of version 25 (ISO/IEC 18004). Pure. */
#ifndef KERNEL_CODES_QR_MATRIX_H
#define KERNEL_CODES_QR_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#define QR_SIDE 117u /* modules */
#define QR_QUIET 4u  /* light modules that each side has to have */

struct qr {
	uint8_t dark[QR_SIDE][(QR_SIDE + 7) / 8]; /* a bit a module */
};

/* The module in that column and row, from the upper left. */
static inline bool qr_dark(const struct qr *qr, unsigned x, unsigned y)
{
	return qr->dark[y][x / 8] >> x % 8 & 1;
}

#endif
