/* SPDX-License-Identifier: MIT */
/* How much of a QR code looks like what it is found by, or is hard to tell
 * apart. Pure. */
#ifndef KERNEL_CODES_QR_PENALTY_H
#define KERNEL_CODES_QR_PENALTY_H

#include "kernel/codes/qr_matrix.h"

/* ISO/IEC 18004, 7.8.3: the less the better. */
unsigned qr_penalty(const struct qr *qr);

#endif
