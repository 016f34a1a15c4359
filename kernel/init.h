/* SPDX-License-Identifier: MIT */
/* The bare machine's start. */
#ifndef KERNEL_INIT_H
#define KERNEL_INIT_H

#include <stdint.h>

/*
 * Brings the machine up and runs program() on core 0, on a guarded stack;
 * its result is the run's status. magic and information are the boot
 * loader's; a panic names version and git. Once, on the boot core, from
 * image_main().
 */
_Noreturn void kernel_start(uint32_t magic, uintptr_t information,
			    int (*program)(void), const char *version,
			    const char *git);

#endif
