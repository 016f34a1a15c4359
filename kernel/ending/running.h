/* SPDX-License-Identifier: MIT */
/* What the cores are doing, as told by machine_note(): for the fault dump. */
#ifndef KERNEL_ENDING_RUNNING_H
#define KERNEL_ENDING_RUNNING_H

const char *running_experiment(void); /* "" before the first */
const char *running_variant(void);

#endif
