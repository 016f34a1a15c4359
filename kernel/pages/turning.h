/* SPDX-License-Identifier: MIT */
/* Which page of the run is shown: by itself in turn, until a key says which.
 * Pure. */
#ifndef KERNEL_PAGES_TURNING_H
#define KERNEL_PAGES_TURNING_H

#include <stdbool.h>

#include "kernel/pages/keyboard.h"

struct turning {
	unsigned page, pages;  /* of 0 .. pages - 1 */
	bool by_hand;          /* a key was pressed: it waits for the next */
};

/* Time has passed. */
void turning_wait(struct turning *turning);

/* KEY_ESCAPE: by itself again. Any other but KEY_NONE ends that. */
void turning_key(struct turning *turning, enum key key);

#endif
