/* SPDX-License-Identifier: MIT */
/* What came of a boot loader's memory. */
#ifndef TESTS_UNIT_LOADER_H
#define TESTS_UNIT_LOADER_H

#include "kernel/firmware/multiboot.h"

/* " map START+LENGTH:TYPE... free START-END... held START-END...": the map as it
 * came, and what was made of it; until the next call. */
const char *memory_text(const struct boot_info *info);

#endif
