/* SPDX-License-Identifier: MIT */
/* kernel/firmware/multiboot.c on what Multiboot 1 and PVH hand over. */
#include "kernel/firmware/multiboot.h"

#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

#define FREE_MEMORY " map 0+9fc00:1 9fc00+400:2 100000+7ee0000:1 "            \
	"free 0-9fc00 100000-7fe0000 held 9fc00-a0000 "

static struct boot_info info;

static void say_boot(const char *problem)
{
	say("%s: %s%s%s", info.loader, info.command_line,
	    info.command_line_cut ? " (cut)" : "", memory_text(&info));
	if (info.rsdp)
		say(" rsdp %lx", (uintptr_t)info.rsdp);
	if (problem)
		say(" %s", problem);
}

static void say_screen(void)
{
	const struct boot_framebuffer *f = &info.framebuffer;

	if (!info.framebuffer_known)
		say("no screen");
	else if (f->type == FRAMEBUFFER_TEXT)
		say("text %lx", f->address);
	else
		say("%lx %ux%u*%u of %u, red %u:%u green %u:%u blue %u:%u",
		    f->address, f->width, f->height, f->bits, f->pitch,
		    f->red_at, f->red_bits, f->green_at, f->green_bits,
		    f->blue_at, f->blue_bits);
}

/* ---- Multiboot 1 -------------------------------------------------------- */

static void look1(void)
{
	say_boot(multiboot_read(&info, MULTIBOOT1_BOOT_MAGIC, LOADER_AT));
}

static void look_at_screen1(void)
{
	multiboot_read(&info, MULTIBOOT1_BOOT_MAGIC, LOADER_AT);
	say_screen();
}

/* The flags; the words at 20001000, the map of so many bytes at 20002000, the
 * loader's name at 20003000. */
#define INFO(flags, bytes)                                                   \
	"20000000: d=" flags " @16 d=20001000 @44 d=" bytes " d=20002000 "    \
	"@64 d=20003000 @68 "
#define WORDS(text) "; 20001000: '" text "' 0"
#define NAME(text) "; 20003000: '" text "' 0"
#define LOADER NAME("loader 1.0")
#define ENTRY(size, start, length, type)                                     \
	"d=" size " q=" start " q=" length " d=" type " "
#define MAP "; 20002000: " ENTRY("14", "0", "9FC00", "1")                    \
	ENTRY("14", "9FC00", "400", "2") ENTRY("14", "100000", "7EE0000", "1")
#define HELD "20000000-20000044 20002000-20002048 20003000-"
#define USUAL FREE_MEMORY HELD "2000300b"

/* The second entry of two, at 8000, claims to have this size. */
#define SECOND(bytes, size) INFO("240", bytes) LOADER "; 20002000: "          \
	ENTRY("14", "1000", "1000", "1") ENTRY(size, "8000", "1000", "1")
#define HELD_BY(bytes) " held 20000000-20000044 20002000-200020" bytes         \
	" 20003000-2000300b"
#define ONE(bytes) "loader 1.0:  map 1000+1000:1 free 1000-2000"               \
	HELD_BY(bytes)
#define TWO(bytes) "loader 1.0:  map 1000+1000:1 8000+1000:1 free 1000-2000 "  \
	"8000-9000" HELD_BY(bytes)

static const struct firmware_case infos1[] = {
	{ "as QEMU's -kernel writes it", INFO("244", "48") MAP LOADER
	  WORDS("build/quietcore.elf  seed=1 list"),
	  "loader 1.0: seed=1 list" USUAL },
	{ "GRUB 2 does not name the file", INFO("244", "48") MAP
	  WORDS("probe list") NAME("GRUB 2.06-13"), "GRUB 2.06-13: probe list"
	  FREE_MEMORY HELD "2000300d" },
	{ "GRUB 1 does", INFO("244", "48") MAP WORDS("probe list")
	  NAME("GRUB 1.9"), "GRUB 1.9: list" FREE_MEMORY HELD "20003009" },
	{ "no word", INFO("244", "48") MAP WORDS("") LOADER,
	  "loader 1.0: " USUAL },
	{ "the file alone", INFO("244", "48") MAP WORDS("quietcore.elf") LOADER,
	  "loader 1.0: " USUAL },
	{ "the file and a blank", INFO("244", "48") MAP WORDS("quietcore.elf ")
	  LOADER, "loader 1.0: " USUAL },
	{ "no command line", INFO("244", "48") "@16 d=0" MAP LOADER,
	  "loader 1.0: " USUAL },
	{ "nothing at all", INFO("0", "48") MAP WORDS("x a") LOADER,
	  ":  no memory map from the boot loader" },
	{ "no map", INFO("204", "48") WORDS("x a") LOADER,
	  "loader 1.0: a no memory map from the boot loader" },
	{ "an empty map", INFO("240", "17") MAP LOADER,
	  "loader 1.0:  no memory map from the boot loader" },
	{ "long entries", INFO("240", "34") LOADER "; 20002000: "
	  ENTRY("18", "1000", "1000", "1") "d=0 "
	  ENTRY("14", "8000", "1000", "1"), TWO("34") },
	{ "a size of 0", SECOND("30", "0"), ONE("30") },
	{ "a size that is too short", SECOND("30", "13"), ONE("30") },
	{ "a size past the end", SECOND("30", "3E8"), TWO("30") },
	{ "a size that adds up to 0", SECOND("30", "FFFFFFFC"), TWO("30") },
	{ "the greatest size", SECOND("30", "FFFFFFFF"), TWO("30") },
	{ "an entry that is cut", SECOND("2F", "14"), ONE("2f") },
};

FIRMWARE_TEST(multiboot1, infos1, look1)

/* It names text memory where there is some: under UEFI there is none, and it
 * names nothing. */
#define PIXELS INFO("1244", "48") "@88 q=1FD000000 d=1000 d=400 d=300 "

static const struct firmware_case screens1[] = {
	{ "a BIOS's text", INFO("244", "48") MAP WORDS("") LOADER, "text 0" },
	{ "none by GRUB 2", INFO("244", "48") MAP WORDS("") NAME("GRUB 2.06"),
	  "no screen" },
	{ "text by GRUB 2", INFO("1244", "48") "@88 q=B8000 +12 10 2 +6" MAP
	  WORDS("") NAME("GRUB 2.06"), "text b8000" },
	{ "pixels", PIXELS "20 1 10 8 9 7 1 6" MAP WORDS("") LOADER,
	  "1fd000000 1024x768*32 of 4096, red 16:8 green 9:7 blue 1:6" },
};

FIRMWARE_TEST(multiboot1_screens, screens1, look_at_screen1)

/* ---- command lines of any length ------------------------------------------ */

TEST(multiboot1_a_command_line_that_is_too_long_is_cut)
{
	static char text[BOOT_COMMAND_MAX + 200] = INFO("44", "18") MAP
						   WORDS("x ");
	char *quote = strrchr(text, '\'');

	for (size_t i = 0; i <= BOOT_COMMAND_MAX; i++, quote++) {
		memcpy(quote, "a' 0", 5);
		if (i < BOOT_COMMAND_MAX - 2)
			continue;
		firmware_write(text);
		CHECK_TEXT(multiboot_read(&info, MULTIBOOT1_BOOT_MAGIC,
					  LOADER_AT), NULL);
		CHECK_EQUAL(strlen(info.command_line), BOOT_COMMAND_MAX - 1);
		CHECK_EQUAL(info.command_line_cut, i > BOOT_COMMAND_MAX - 2);
	}
}

/* ---- PVH ------------------------------------------------------------------ */

static void look_at_pvh(void)
{
	say_boot(multiboot_read(&info, PVH_BOOT_MAGIC, LOADER_AT));
	if (info.framebuffer_known)
		say(" screen");
}

#define PVH(version, rsdp, entries)                                          \
	"20000000: d=336EC578 d=" version " @24 q=20001000 q=" rsdp           \
	" q=20002000 d=" entries " d=0 "
#define RANGES "; 20002000: q=0 q=9FC00 q=1 q=100000 q=7EE0000 q=1"
#define PVH_SAYS " map 0+9fc00:1 100000+7ee0000:1 free 0-9fc00 "               \
	"100000-7fe0000 held 20000000-20000038 20002000-20002030"

static const struct firmware_case pvhs[] = {
	{ "no file's name and no screen", PVH("1", "0", "2") RANGES
	  WORDS("seed=1 list"), "PVH: seed=1 list" PVH_SAYS },
	{ "no command line", PVH("1", "0", "2") "@24 q=0" RANGES,
	  "PVH: " PVH_SAYS },
	{ "a right RSDP", PVH("1", "20003000", "2") RANGES WORDS("")
	  "; 20003000: " RSDP1("1"), "PVH: " PVH_SAYS " rsdp 20003000" },
	{ "a wrong RSDP", PVH("1", "20003000", "2") RANGES WORDS("")
	  "; 20003000: " RSDP1("1") "^9", "PVH: " PVH_SAYS },
	{ "a version without a map", PVH("0", "0", "2") RANGES WORDS("a"),
	  "PVH: a no memory map from the boot loader" },
	{ "an empty map", PVH("1", "0", "0") RANGES WORDS("a"),
	  "PVH: a no memory map from the boot loader" },
	{ "another magic", PVH("1", "0", "2") "@0 d=0" RANGES WORDS("a"),
	  ":  not started by a Multiboot loader" },
};

FIRMWARE_TEST(pvh, pvhs, look_at_pvh)

TEST(multiboot_wrong_magic)
{
	CHECK_TEXT(multiboot_read(&info, 0, 0),
		   "not started by a Multiboot loader");
	CHECK_TEXT(info.loader, "");
}
