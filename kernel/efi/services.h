/* SPDX-License-Identifier: MIT */
/*
 * A UEFI firmware whose services are kept, asleep, while we run, so that it can
 * write the log onto the medium that we were booted from, or send it to the
 * server.
 *
 * efi_arrive() asks it for all that a run needs. From then on nothing of it runs
 * but in efi_visit(). Where that cannot be prepared, or is not wanted, its
 * services are ended as a boot loader ends them.
 */
#ifndef KERNEL_EFI_SERVICES_H
#define KERNEL_EFI_SERVICES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/efi/abi.h"
#include "kernel/efi/volume.h"
#include "kernel/firmware/multiboot.h"

/* From boot/efi.asm: in the firmware's world, interrupts on. */
void efi_arrive(uint32_t magic, uintptr_t information);

/* What became of the services. */
enum efi_services {
	EFI_NEVER_THERE, /* a BIOS, or the boot loader has ended them */
	EFI_ENDED,       /* by us, before any core was started */
	EFI_KEPT,
};
enum efi_services efi_services(void);

/* Why no log is written; NULL where it is to be, or where there never was a
 * firmware to do it. */
const char *efi_refused(void);

/* Describes the memory, which no boot loader did; its other tags are in *boot.
 * False: there never were services, and nothing is changed. */
bool efi_memory(struct boot_info *boot);

/* Bytes of memory that the machine has for us or for the firmware. */
uint64_t efi_memory_bytes(void);

/* What is open on the medium, or the way to the server, NULL in there; and the
 * firmware's clock. Valid in a visit. */
const struct volume *efi_volume(void);
struct efi_pxe *efi_server(void);
void efi_time(struct efi_time *time);

/* In a visit: lets the firmware do what its timers do for so long. */
void efi_pause(unsigned ms);

/*
 * Wakes the firmware, calls work() in its world, and puts it to sleep again.
 * work() runs on the firmware's stack: our guarded stacks, what %gs points to and
 * memory above 4 GiB are not there. Boot core, no job running; only where the
 * firmware is kept. NULL, or why work() was not begun, or not ended: it has
 * limit.h's time, which limit_anew() renews.
 */
const char *efi_visit(void (*work)(void));

#endif
