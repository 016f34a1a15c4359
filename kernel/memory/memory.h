/* SPDX-License-Identifier: MIT */
/*
 * Physical memory and its mapping. Everything is identity-mapped, what lies
 * above 4 GiB when it is first needed; stacks live in a range of their own,
 * mapped page by page so that a hole guards each.
 *
 * Mappings are only ever added while other cores run, and a processor does
 * not cache the absence of one (SDM 3A, 4.10.2.3): no TLB shoot-down.
 */
#ifndef KERNEL_MEMORY_MEMORY_H
#define KERNEL_MEMORY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/firmware/multiboot.h"

/* Where stacks live: above everything that is identity-mapped. */
#define STACK_REGION 0x0000600000000000ull

/*
 * Fills the arena from the boot loader's map: between 2 MiB and the end, the
 * image, the boot information and what firmware claims left out. Returns the
 * page to copy the trampoline to, below 1 MiB and not page 0; 0 if none.
 */
uint64_t memory_init(struct boot_info *info);

/* Bytes that the boot loader's map calls available, but for what the loader
 * itself still holds. After memory_init(). */
uint64_t memory_usable(void);

/*
 * Makes physical memory reachable at its own address. NULL out of memory, and
 * where the processor has no such address: to read there would fault. After
 * memory_init().
 */
const void *memory_map(uint64_t address, size_t length);

/*
 * The same of a device's registers, never cached: MTRRs alone may not say so.
 * Out of page tables they stay as MTRRs have them.
 */
const void *memory_map_device(uint64_t address, size_t length);

/*
 * Makes the pages of what memory_map() gave write-combining: for what is only
 * written, such as a framebuffer. After pat_set(). Out of memory it leaves the
 * rest as it is, which is only slow.
 */
void memory_combine_writes(uint64_t address, size_t length);

/* Takes page 0 away: from now on a null pointer faults. Boot core, before
 * others run. */
void memory_unmap_null(void);

/*
 * After a core was taken out of wherever it was, and no other one allocates: who
 * was at it does not end it. Nothing is broken: each step is one store, and what
 * was half handed out stays lost.
 */
void memory_let_go(void);

/*
 * Where the stack of machine_stack_alloc()'s that holds this address ends: at the
 * next one's guard. 0: no such stack holds it. Any core, any context, no lock.
 */
uint64_t memory_stack_end(uint64_t address);

#endif
