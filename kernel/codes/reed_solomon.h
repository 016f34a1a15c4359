/* SPDX-License-Identifier: MIT */
/* Reed-Solomon remainders over the field of 256 elements that QR codes use
 * (ISO/IEC 18004: x^8 + x^4 + x^3 + x^2 + 1). Pure. */
#ifndef KERNEL_CODES_REED_SOLOMON_H
#define KERNEL_CODES_REED_SOLOMON_H

#include <stddef.h>
#include <stdint.h>

#define REED_SOLOMON_MOST 30u /* the highest degree of any QR code's */

/* The `degree` bytes that belong behind the data. */
void reed_solomon(const uint8_t *data, size_t length, uint8_t *rest,
		  unsigned degree);

#endif
