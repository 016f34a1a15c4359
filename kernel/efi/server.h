/* SPDX-License-Identifier: MIT */
/*
 * The TFTP server that we were booted from, reached by the datagrams of the
 * firmware's own PXE client. In the firmware's world.
 */
#ifndef KERNEL_EFI_SERVER_H
#define KERNEL_EFI_SERVER_H

#include <stddef.h>

#include "kernel/efi/abi.h"

/* The client that brought the boot loader; NULL: that was no network. */
struct efi_pxe *server_client(const struct efi_boot_services *boot,
			      efi_handle device);

/* NULL, or why nothing can be sent by this client. */
const char *server_unfit(const struct efi_pxe *client);

/*
 * Sends a file of that path, in the place of one of that name. The server has
 * acknowledged each block when NULL comes back; else why it is not there.
 */
const char *server_put(struct efi_pxe *client, const char *path,
		       const char *text, size_t bytes);

#endif
