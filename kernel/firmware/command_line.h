/* SPDX-License-Identifier: MIT */
/* The run's options: from the boot loader and, after those, from QEMU's fw_cfg. */
#ifndef KERNEL_FIRMWARE_COMMAND_LINE_H
#define KERNEL_FIRMWARE_COMMAND_LINE_H

#include "kernel/firmware/multiboot.h"

/* Completes boot->command_line and reads the options in it. Boot core, once. */
void command_line_read(struct boot_info *boot);

#endif
