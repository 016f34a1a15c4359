/* SPDX-License-Identifier: MIT */
/*
 * What the boot loader hands over, by Multiboot 1 (0.6.96) or 2 (2.0) or by PVH
 * (Xen, public/arch-x86/hvm/start_info.h), read into one form. Pure: reads only
 * the memory the loader's structures name, through plain pointers (they lie
 * below 4 GiB, identity-mapped).
 */
#ifndef KERNEL_FIRMWARE_MULTIBOOT_H
#define KERNEL_FIRMWARE_MULTIBOOT_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/firmware/memmap.h"
#include "kernel/machine.h"

#define MULTIBOOT1_BOOT_MAGIC 0x2BADB002u
#define MULTIBOOT2_BOOT_MAGIC 0x36D76289u
#define PVH_BOOT_MAGIC 0x336EC578u /* first in its structure: "xEn3" */
/* Types of memory, both versions. */
#define MULTIBOOT_AVAILABLE 1u
#define MULTIBOOT_RESERVED 2u
#define MULTIBOOT_ACPI 3u
#define MULTIBOOT_NVS 4u
#define MULTIBOOT_BAD 5u
#define BOOT_COMMAND_MAX 2048

/* Types of a framebuffer (Multiboot 2, 3.6.12). */
#define FRAMEBUFFER_INDEXED 0u
#define FRAMEBUFFER_RGB 1u
#define FRAMEBUFFER_TEXT 2u

struct boot_info {
	const char *loader;                  /* "" where unknown */
	char command_line[BOOT_COMMAND_MAX]; /* options only, no file name */
	bool command_line_cut;
	struct memmap memory;                /* boot information reserved */
	/* The map as it came, but that neighbours of one type are one range;
	 * what is beyond the table's end is left out. */
	struct machine_range range[MEMMAP_ENTRIES];
	unsigned ranges;
	bool map_cut;
	const void *rsdp;      /* copy in the loader's memory (mb2), or NULL */
	const void *smbios;    /* likewise: tables or entry point, or NULL */
	uint32_t smbios_size;
	uint64_t efi_system_table; /* of 64 bits; 0 where there is none */
	bool framebuffer_known;              /* false: there is no screen */
	struct boot_framebuffer {
		uint64_t address;
		uint32_t pitch, width, height;
		uint8_t bits, type;
		uint8_t red_at, red_bits, green_at, green_bits;
		uint8_t blue_at, blue_bits;
	} framebuffer;
};

/*
 * Fills *info. NULL on success, else what is wrong ("not started by a
 * Multiboot loader", "no memory map from the boot loader", ...). magic is one of
 * the three above; for PVH boot/entry.asm puts it there.
 * A multiboot 1 command line starts with the file's name, but by GRUB 2: its
 * first word is dropped. PVH tells of no screen. Every tag and pointer is checked
 * against the size it claims.
 */
const char *multiboot_read(struct boot_info *info, uint32_t magic,
			   uintptr_t address);

/*
 * Where the screen is, by the same structures: text memory or pixels. False: the
 * loader tells of none.
 */
bool multiboot_framebuffer(struct boot_framebuffer *fb, uint32_t magic,
			   uintptr_t address);

/*
 * Adds a range to what is logged as the map and, if it counts, to what may be
 * used. For who has the map from elsewhere.
 */
void boot_add_range(struct boot_info *info, uint64_t base, uint64_t length,
		    uint32_t type, bool counts);

/* Tags of Multiboot 2 that are looked for alone (3.6). */
#define MULTIBOOT2_COMMAND 1u
#define MULTIBOOT2_FRAMEBUFFER 8u
#define MULTIBOOT2_EFI64 12u
#define MULTIBOOT2_EFI_SERVICES 18u
#define MULTIBOOT2_EFI64_IMAGE 20u

/* What follows the head of the first such tag, *size bytes of it; NULL: the
 * list has none. */
const void *multiboot2_tag(uintptr_t address, uint32_t type, uint32_t *size);

#endif
