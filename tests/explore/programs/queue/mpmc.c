/* SPDX-License-Identifier: MIT */
/*
 * Its waits after a lost race wait for nothing: whoever lost may go on at any
 * time, and here does.
 */
#include "kernel/atomic.h"

#undef cpu_relax
#define cpu_relax() ((void)0)
#include "sched/queue/mpmc.h"

#define QUEUE mpmc
#define QUEUE_CAPACITY 2
#define QUEUE_LOOKS_FULL true
#include "tests/explore/programs/queue/programs.h"
