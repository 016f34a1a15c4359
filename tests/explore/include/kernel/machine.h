/* SPDX-License-Identifier: MIT */
/*
 * kernel/machine.h with the three inline functions that read %gs replaced: a
 * core is a thread of the explorer (tests/explore/engine/machine.c).
 */
#ifndef TESTS_EXPLORE_KERNEL_MACHINE_H
#define TESTS_EXPLORE_KERNEL_MACHINE_H

#define machine_core machine_core_of_gs
#define machine_scheduler machine_scheduler_of_gs
#define machine_scheduler_set machine_scheduler_set_of_gs
#include_next "kernel/machine.h"
#undef machine_core
#undef machine_scheduler
#undef machine_scheduler_set

unsigned machine_core(void);
void *machine_scheduler(void);
void machine_scheduler_set(void *scheduler);

#endif
