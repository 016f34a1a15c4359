/* SPDX-License-Identifier: MIT */
/* The time stamp's frequency as Linux and the processor tell it. */
#ifndef HOSTED_TIME_CLOCK_H
#define HOSTED_TIME_CLOCK_H

/* Takes some 40 ms. Once; before anything waits with a deadline. */
void hosted_clock_init(void);

/* The bound on the cores' offsets; needs all of them. */
void hosted_clock_compare_cores(void);

#endif
