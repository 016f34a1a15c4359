/* SPDX-License-Identifier: MIT */
/* The font, which tools/build/font makes when the image is built. */
#ifndef KERNEL_CONSOLE_FONT_H
#define KERNEL_CONSOLE_FONT_H

#include <stdint.h>

#include "kernel/console/display.h"

#define FONT_WIDTH 8u   /* pixels */
#define FONT_HEIGHT 16u

/* A byte a line from the top; its highest bit is the leftmost pixel. */
extern const uint8_t font[DISPLAY_CODES][FONT_HEIGHT];

#endif
