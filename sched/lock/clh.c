/* SPDX-License-Identifier: MIT */
#include "sched/lock/clh.h"

struct clh_core clh_cores[MACHINE_MAX_CORES + 1];
