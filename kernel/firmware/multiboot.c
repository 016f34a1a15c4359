/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/multiboot.h"

#include <stddef.h>

#include "kernel/firmware/acpi.h"
#include "kernel/firmware/bytes.h"
#include "kernel/string.h"

static const char no_map[] = "no memory map from the boot loader";
static const char not_ours[] = "not started by a Multiboot loader";

static bool has_map(const struct boot_info *info)
{
	return info->memory.available.count || info->memory.held.count;
}

static const char *string_at(uint64_t address)
{
	return address ? (const char *)(uintptr_t)address : "";
}

static void copy_command(struct boot_info *info, const char *text, size_t most)
{
	size_t length = 0;

	while (length < most && text[length])
		length++;
	if (length >= BOOT_COMMAND_MAX) {
		length = BOOT_COMMAND_MAX - 1;
		info->command_line_cut = true;
	}
	memcpy(info->command_line, text, length);
	info->command_line[length] = 0;
}

static void keep_range(struct boot_info *info, uint64_t base, uint64_t length,
		       uint32_t type)
{
	struct machine_range *last = info->ranges ?
				     &info->range[info->ranges - 1] : NULL;

	if (last && last->type == type && last->base + last->length == base)
		last->length += length;
	else if (info->ranges < MEMMAP_ENTRIES)
		info->range[info->ranges++] = (struct machine_range){
			base, length, type };
	else
		info->map_cut = true;
}

void boot_add_range(struct boot_info *info, uint64_t base, uint64_t length,
		    uint32_t type, bool counts)
{
	if (counts)
		memmap_add(&info->memory, base, length,
			   type == MULTIBOOT_AVAILABLE);
	keep_range(info, base, length, type);
}

static void add_range(struct boot_info *info, uint64_t base, uint64_t length,
		      uint32_t type)
{
	boot_add_range(info, base, length, type, true);
}

/* ---- Multiboot 1 (0.6.96, 3.3) ----------------------------------------- */

enum mb1_flags {
	MB1_COMMAND = 1u << 2, MB1_MAP = 1u << 6, MB1_LOADER = 1u << 9,
	MB1_FRAMEBUFFER = 1u << 12,
};
#define MB1_FRAMEBUFFER_AT 88u

#define MB1_MAP_ENTRY 24 /* least size of one, its size field included */

struct mb1_info {
	uint32_t flags, mem_lower, mem_upper, boot_device, command_line;
	uint32_t modules_count, modules, symbols[4];
	uint32_t map_length, map;
	uint32_t drives_length, drives, config_table, loader;
};

/* Entries tell their size, which does not count the size field itself. */
static void read_map1(struct boot_info *info, const uint8_t *at,
		      uint32_t length)
{
	const uint8_t *end = at + length;

	while (end - at >= MB1_MAP_ENTRY) {
		uint64_t size = (uint64_t)read32(at) + 4;

		if (size < MB1_MAP_ENTRY)
			break;
		add_range(info, read64(at + 4), read64(at + 12),
			  read32(at + 20));
		if (size > (uint64_t)(end - at))
			break;
		at += size;
	}
}

static bool by_grub2(const struct mb1_info *mb)
{
	static const char its_name[] = "GRUB 2";

	return mb->flags & MB1_LOADER &&
	       !strncmp(string_at(mb->loader), its_name, strlen(its_name));
}

static const char *read1(struct boot_info *info, uintptr_t address)
{
	const struct mb1_info *mb = (const struct mb1_info *)address;
	const char *command = "";

	if (mb->flags & MB1_LOADER)
		info->loader = string_at(mb->loader);
	if (mb->flags & MB1_COMMAND)
		command = string_at(mb->command_line);
	while (*command && *command != ' ' && !by_grub2(mb))
		command++; /* the file's name, which GRUB 2 leaves out */
	while (*command == ' ')
		command++;
	copy_command(info, command, SIZE_MAX);
	if (!(mb->flags & MB1_MAP))
		return no_map;
	read_map1(info, (const uint8_t *)(uintptr_t)mb->map, mb->map_length);
	if (!has_map(info))
		return no_map;
	memmap_reserve(&info->memory, address, address + sizeof(*mb));
	memmap_reserve(&info->memory, mb->map,
		       (uint64_t)mb->map + mb->map_length);
	/* Its text stays where it is; the command line was copied. */
	memmap_reserve(&info->memory, (uintptr_t)info->loader,
		       (uintptr_t)info->loader + strlen(info->loader) + 1);
	return NULL;
}

/* ---- Multiboot 2 (2.0, 3.6) -------------------------------------------- */

enum mb2_tag {
	MB2_END = 0, MB2_COMMAND = MULTIBOOT2_COMMAND, MB2_LOADER = 2,
	MB2_MAP = 6, MB2_EFI64 = MULTIBOOT2_EFI64,
	MB2_SMBIOS = 13,
	MB2_ACPI_OLD = 14, MB2_ACPI_NEW = 15,
};
#define MB2_HEADER 8u      /* of the structure and of each tag */
#define MB2_MAP_HEADER 16u
#define MB2_EFI64_SIZE 16u
#define MB2_SMBIOS_HEADER 16u
#define MB2_MAP_ENTRY 24u

static void read_map2(struct boot_info *info, const uint8_t *tag, uint32_t size)
{
	uint64_t each = size >= MB2_MAP_HEADER ? read32(tag + 8) : 0;

	if (each < MB2_MAP_ENTRY)
		return;
	for (uint64_t at = MB2_MAP_HEADER; at + each <= size; at += each)
		add_range(info, read64(tag + at), read64(tag + at + 8),
			  read32(tag + at + 16));
}

/* A string that ends inside its tag. */
static void read_loader(struct boot_info *info, const char *text, size_t most)
{
	for (size_t i = 0; i < most; i++) {
		if (!text[i]) {
			info->loader = text;
			return;
		}
	}
}

static void read_tag(struct boot_info *info, const uint8_t *tag, uint32_t type,
		     uint32_t size)
{
	const uint8_t *body = tag + MB2_HEADER;

	switch (type) {
	case MB2_COMMAND:
		copy_command(info, (const char *)body, size - MB2_HEADER);
		break;
	case MB2_LOADER:
		read_loader(info, (const char *)body, size - MB2_HEADER);
		break;
	case MB2_MAP:
		read_map2(info, tag, size);
		break;
	case MB2_EFI64:
		if (size >= MB2_EFI64_SIZE)
			info->efi_system_table = read64(body);
		break;
	case MB2_SMBIOS:
		if (size <= MB2_SMBIOS_HEADER)
			break;
		info->smbios = tag + MB2_SMBIOS_HEADER;
		info->smbios_size = size - MB2_SMBIOS_HEADER;
		break;
	case MB2_ACPI_OLD:
	case MB2_ACPI_NEW: /* the newer one wins, in any order */
		if ((!info->rsdp || type == MB2_ACPI_NEW) &&
		    acpi_rsdp_valid(body, size - MB2_HEADER))
			info->rsdp = body;
		break;
	}
}

/* The tag at an offset, its type and size; NULL at the end, and where one is
 * longer than the list: *broken then. */
static const uint8_t *tag_at(const uint8_t *base, uint64_t at, uint32_t *type,
			     uint32_t *size, bool *broken)
{
	uint64_t total = read32(base);

	*broken = false;
	if (at + MB2_HEADER > total)
		return NULL;
	*type = read32(base + at);
	*size = read32(base + at + 4);
	if (*type == MB2_END)
		return NULL;
	*broken = *size < MB2_HEADER || *size > total - at;
	return *broken ? NULL : base + at;
}

static uint64_t next_tag(uint64_t at, uint32_t size)
{
	return (at + size + 7) & ~7ull; /* tags are 8-byte aligned */
}

static const char *read2(struct boot_info *info, uintptr_t address)
{
	const uint8_t *base = (const uint8_t *)address, *tag;
	uint64_t at = MB2_HEADER;
	uint32_t type, size;
	bool broken, mapped;

	while ((tag = tag_at(base, at, &type, &size, &broken))) {
		read_tag(info, tag, type, size);
		at = next_tag(at, size);
	}
	if (broken)
		return "a multiboot 2 tag is longer than its list";
	mapped = has_map(info);
	memmap_reserve(&info->memory, address, address + read32(base));
	return mapped ? NULL : no_map;
}

const void *multiboot2_tag(uintptr_t address, uint32_t type, uint32_t *size)
{
	const uint8_t *base = (const uint8_t *)address, *tag;
	uint64_t at = MB2_HEADER;
	uint32_t found, length;
	bool broken;

	while ((tag = tag_at(base, at, &found, &length, &broken))) {
		if (found == type) {
			*size = length - MB2_HEADER;
			return tag + MB2_HEADER;
		}
		at = next_tag(at, length);
	}
	return NULL;
}

/* ---- PVH (Xen, public/arch-x86/hvm/start_info.h) ------------------------- */

#define PVH_HAS_MAP 1u    /* from this version on */
#define PVH_RSDP_ROOM 36u /* what ACPI's longer form takes */

struct pvh_info {
	uint32_t magic, version, flags, modules_count;
	uint64_t modules, command_line, rsdp, map;
	uint32_t map_entries, reserved;
};

struct pvh_range {
	uint64_t base, length;
	uint32_t type, reserved;
};

static const char *read_pvh(struct boot_info *info, uintptr_t address)
{
	const struct pvh_info *pvh = (const struct pvh_info *)address;
	const struct pvh_range *range;
	const void *rsdp;

	if (pvh->magic != PVH_BOOT_MAGIC)
		return not_ours;
	info->loader = "PVH";
	copy_command(info, string_at(pvh->command_line), SIZE_MAX);
	rsdp = (const void *)(uintptr_t)pvh->rsdp;
	if (rsdp && acpi_rsdp_valid(rsdp, PVH_RSDP_ROOM))
		info->rsdp = rsdp;
	if (pvh->version < PVH_HAS_MAP)
		return no_map;
	range = (const struct pvh_range *)(uintptr_t)pvh->map;
	for (uint32_t i = 0; i < pvh->map_entries; i++)
		add_range(info, range[i].base, range[i].length, range[i].type);
	if (!has_map(info))
		return no_map;
	memmap_reserve(&info->memory, address, address + sizeof(*pvh));
	memmap_reserve(&info->memory, pvh->map,
		       pvh->map + pvh->map_entries * sizeof(*range));
	return NULL;
}

/* ---- the screen -------------------------------------------------------- */

/* Of what follows a tag's head; Multiboot 1 has no gap before the colours. */
#define FRAMEBUFFER_COLOURS1 22
#define FRAMEBUFFER_COLOURS2 24
#define FRAMEBUFFER_SIZE2 30u

static void fill_framebuffer(struct boot_framebuffer *fb, const uint8_t *at,
			     const uint8_t *colours)
{
	*fb = (struct boot_framebuffer){
		.address = read64(at), .pitch = read32(at + 8),
		.width = read32(at + 12), .height = read32(at + 16),
		.bits = at[20], .type = at[21],
		.red_at = colours[0], .red_bits = colours[1],
		.green_at = colours[2], .green_bits = colours[3],
		.blue_at = colours[4], .blue_bits = colours[5],
	};
}

/*
 * We ask for no graphics, as QEMU warns of that. GRUB 2 tells of text memory all
 * the same, but not under UEFI, which has none; other loaders are a BIOS's.
 */
static bool screen1(struct boot_framebuffer *fb, uintptr_t address)
{
	const struct mb1_info *mb = (const struct mb1_info *)address;
	const uint8_t *at = (const uint8_t *)address + MB1_FRAMEBUFFER_AT;

	if (mb->flags & MB1_FRAMEBUFFER)
		fill_framebuffer(fb, at, at + FRAMEBUFFER_COLOURS1);
	else if (by_grub2(mb))
		return false;
	else
		*fb = (struct boot_framebuffer){ .type = FRAMEBUFFER_TEXT };
	return true;
}

/* Of text memory the colours may be left out. */
static bool screen2(struct boot_framebuffer *fb, uintptr_t address)
{
	uint8_t whole[FRAMEBUFFER_SIZE2] = { 0 };
	uint32_t size;
	const uint8_t *tag = multiboot2_tag(address, MULTIBOOT2_FRAMEBUFFER,
					    &size);

	if (!tag || size < FRAMEBUFFER_COLOURS2)
		return false;
	memcpy(whole, tag, size < sizeof(whole) ? FRAMEBUFFER_COLOURS2
						: sizeof(whole));
	fill_framebuffer(fb, whole, whole + FRAMEBUFFER_COLOURS2);
	return true;
}

/* ---- public ------------------------------------------------------------ */

bool multiboot_framebuffer(struct boot_framebuffer *fb, uint32_t magic,
			   uintptr_t address)
{
	if (magic == MULTIBOOT1_BOOT_MAGIC)
		return screen1(fb, address);
	return magic == MULTIBOOT2_BOOT_MAGIC && screen2(fb, address);
}

const char *multiboot_read(struct boot_info *info, uint32_t magic,
			   uintptr_t address)
{
	memset(info, 0, sizeof(*info));
	info->loader = "";
	info->framebuffer_known = multiboot_framebuffer(&info->framebuffer,
							magic, address);
	if (magic == MULTIBOOT1_BOOT_MAGIC)
		return read1(info, address);
	if (magic == MULTIBOOT2_BOOT_MAGIC)
		return read2(info, address);
	if (magic == PVH_BOOT_MAGIC)
		return read_pvh(info, address);
	return not_ours;
}
