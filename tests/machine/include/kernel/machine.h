/* SPDX-License-Identifier: MIT */
/* kernel/machine.h, whose tables of the cores end where the last of them does. */
#ifndef TESTS_MACHINE_KERNEL_MACHINE_H
#define TESTS_MACHINE_KERNEL_MACHINE_H

#include_next "kernel/machine.h"
#include "tests/machine/machine.h"

#undef MACHINE_MAX_CORES
#define MACHINE_MAX_CORES COUNTED_CORES_MOST

#endif
