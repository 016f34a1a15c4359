/* SPDX-License-Identifier: MIT */
/*
 * Makes QR codes (ISO/IEC 18004) of one kind alone: version 25, correction level
 * L, bytes. Two of them side by side are what a telephone reads off a screen.
 * Pure.
 */
#ifndef KERNEL_CODES_QR_H
#define KERNEL_CODES_QR_H

#include <stddef.h>

#include "kernel/codes/qr_matrix.h"

#define QR_TEXT_MOST 1273u /* bytes */
#define QR_MASKS 8u
#define QR_BEST QR_MASKS   /* the mask that readers like best */

/* Longer texts are cut. */
void qr_encode(struct qr *qr, const char *text, size_t length, unsigned mask);

#endif
