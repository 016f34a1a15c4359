/* SPDX-License-Identifier: MIT */
/* The folder on the medium that we were booted from. In the firmware's world. */
#ifndef KERNEL_EFI_VOLUME_H
#define KERNEL_EFI_VOLUME_H

#include "kernel/efi/abi.h"

struct volume {
	struct efi_file *folder; /* for logs */
	struct efi_file *marker; /* a file of ours in it, never written */
};

/*
 * Opens the folder for logs of the volume that the boot loader came from. It is
 * ours only if our marker lies in it: a boot loader on somebody's disk must not
 * lead to writes there. NULL, or why there is none.
 */
const char *volume_open(const struct efi_boot_services *boot, efi_handle device,
			struct volume *volume);

#endif
