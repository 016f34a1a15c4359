/* SPDX-License-Identifier: MIT */
/* Names as makers of machines leave them in their firmware. */
#ifndef KERNEL_COMMON_MAKER_TEXT_H
#define KERNEL_COMMON_MAKER_TEXT_H

#include <stddef.h>

#define MAKER_TEXT_SIZE 65

/*
 * The text without blanks around it, in `kept`, cut where it is longer; NULL
 * where it says nothing: blank, without a letter or digit, or one of the
 * placeholders that makers forget ("To Be Filled By O.E.M.").
 */
const char *maker_text(char kept[MAKER_TEXT_SIZE], const char *text);

/*
 * "maker version date", each as maker_text() gave it, those that are unknown
 * (NULL) left out. NULL where none is known.
 */
const char *maker_firmware(char *text, size_t size, const char *maker,
			   const char *version, const char *date);

#endif
