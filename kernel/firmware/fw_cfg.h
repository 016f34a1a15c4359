/* SPDX-License-Identifier: MIT */
/* QEMU's fw_cfg device (docs/specs/fw_cfg): options for an image on a disc. */
#ifndef KERNEL_FIRMWARE_FW_CFG_H
#define KERNEL_FIRMWARE_FW_CFG_H

#include <stdbool.h>
#include <stddef.h>

/* True if the device is there. */
bool fw_cfg_present(void);

/*
 * Reads a named file into buffer, NUL-terminated, cut at size. Returns its
 * length, 0 where the device or the file is absent.
 */
size_t fw_cfg_read(const char *name, char *buffer, size_t size);

#endif
