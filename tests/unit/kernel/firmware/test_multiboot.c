/* SPDX-License-Identifier: MIT */
/* kernel/firmware/multiboot.c on what Multiboot 1 and 2 and PVH hand over. */
#include "kernel/firmware/multiboot.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

static struct boot_info info;

static void say_screen(const struct boot_framebuffer *f)
{
	say(" screen %u at %lx %ux%u*%u of %u, red %u:%u green %u:%u blue %u:%u",
	    f->type, f->address, f->width, f->height, f->bits, f->pitch,
	    f->red_at, f->red_bits, f->green_at, f->green_bits, f->blue_at,
	    f->blue_bits);
}

/* A BIOS's text is left out. */
static void read_boot(uint32_t magic)
{
	const char *problem = multiboot_read(&info, magic, LOADER_AT);

	say("%s: %s%s", info.loader, info.command_line, memory_text(&info));
	if (info.rsdp)
		say(" rsdp %u", ((const uint8_t *)info.rsdp)[15]);
	if (info.smbios)
		say(" smbios %.*s", (int)info.smbios_size,
		    (const char *)info.smbios);
	if (info.efi_system_table)
		say(" efi %lx", info.efi_system_table);
	if (info.framebuffer.bits)
		say_screen(&info.framebuffer);
	else if (!info.framebuffer_known && magic == MULTIBOOT1_BOOT_MAGIC)
		say(" no screen");
	CHECK(info.framebuffer_known || !info.framebuffer.bits);
	if (problem)
		say(" %s", problem);
}

#define FREE_MEMORY " map 0+9fc00:1 9fc00+400:2 100000+7ee0000:1 "            \
	"free 0-9fc00 100000-7fe0000 held 9fc00-a0000 "
#define SCREEN_SAYS " screen 1 at 1fd000000 1024x768*32 of 4096, red "

/* ---- Multiboot 1 -------------------------------------------------------- */

static void look1(void)
{
	read_boot(MULTIBOOT1_BOOT_MAGIC);
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
#define MAP1 "; 20002000: " ENTRY("14", "0", "9FC00", "1")                    \
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
#define BOTH(bytes) "loader 1.0:  map 1000+1000:1 8000+1000:1 free 1000-2000 "  \
	"8000-9000" HELD_BY(bytes)

static const struct firmware_case infos1[] = {
	{ "as QEMU's -kernel writes it", INFO("244", "48") MAP1 LOADER
	  WORDS("build/quietcore.elf  seed=1 list"),
	  "loader 1.0: seed=1 list" USUAL },
	{ "GRUB 2 does not name the file", INFO("244", "48") MAP1
	  WORDS("probe list") NAME("GRUB 2.06-13"), "GRUB 2.06-13: probe list"
	  FREE_MEMORY HELD "2000300d no screen" },
	{ "GRUB 1 does", INFO("244", "48") MAP1 WORDS("probe list")
	  NAME("GRUB 1.9"), "GRUB 1.9: list" FREE_MEMORY HELD "20003009" },
	{ "no word", INFO("244", "48") MAP1 WORDS("") LOADER,
	  "loader 1.0: " USUAL },
	{ "the file alone", INFO("244", "48") MAP1 WORDS("quietcore.elf") LOADER,
	  "loader 1.0: " USUAL },
	{ "the file and a blank", INFO("244", "48") MAP1 WORDS("quietcore.elf ")
	  LOADER, "loader 1.0: " USUAL },
	{ "no command line", INFO("244", "48") "@16 d=0" MAP1 LOADER,
	  "loader 1.0: " USUAL },
	{ "nothing at all", INFO("0", "48") MAP1 WORDS("x a") LOADER,
	  ":  no memory map from the boot loader" },
	{ "no map", INFO("204", "48") WORDS("x a") LOADER,
	  "loader 1.0: a no memory map from the boot loader" },
	{ "an empty map", INFO("240", "17") MAP1 LOADER,
	  "loader 1.0:  no memory map from the boot loader" },
	{ "long entries", INFO("240", "34") LOADER "; 20002000: "
	  ENTRY("18", "1000", "1000", "1") "d=0 "
	  ENTRY("14", "8000", "1000", "1"), BOTH("34") },
	{ "a size of 0", SECOND("30", "0"), ONE("30") },
	{ "a size that is too short", SECOND("30", "13"), ONE("30") },
	{ "a size past the end", SECOND("30", "3E8"), BOTH("30") },
	{ "a size that adds up to 0", SECOND("30", "FFFFFFFC"), BOTH("30") },
	{ "the greatest size", SECOND("30", "FFFFFFFF"), BOTH("30") },
	{ "an entry that is cut", SECOND("2F", "14"), ONE("2f") },
	{ "text by GRUB 2", INFO("1244", "48") "@88 q=B8000 +12 10 2 +6" MAP1
	  WORDS("") NAME("GRUB 2.06"), "GRUB 2.06: " FREE_MEMORY HELD "2000300a "
	  "screen 2 at b8000 0x0*16 of 0, red 0:0 green 0:0 blue 0:0" },
	{ "pixels", INFO("1244", "48") "@88 q=1FD000000 d=1000 d=400 d=300 "
	  "20 1 10 8 9 7 1 6" MAP1 WORDS("") LOADER, "loader 1.0: " USUAL
	  SCREEN_SAYS "16:8 green 9:7 blue 1:6" },
};

FIRMWARE_TEST(multiboot1, infos1, look1)

/* ---- command lines of any length ------------------------------------------ */

TEST(multiboot1_a_command_line_that_is_too_long_is_cut)
{
	static char text[BOOT_COMMAND_MAX + 200] = INFO("44", "18") MAP1
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
	read_boot(PVH_BOOT_MAGIC);
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
	  "; 20003000: " RSDP1("1"), "PVH: " PVH_SAYS " rsdp 0" },
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

/* ---- Multiboot 2 -------------------------------------------------------- */

static void look2(void)
{
	read_boot(MULTIBOOT2_BOOT_MAGIC);
}

#define TAGS "20000000: tags "
#define END "[0 ] "
#define RANGE(start, length, type) "q=" start " q=" length " d=" type " d=0 "
#define TWO RANGE("100000", "100000", "1") RANGE("180000", "1000", "3")
#define MAP2 "[6 d=18 d=0 " TWO "] "
#define TWO_SAYS " map 100000+100000:1 180000+1000:3 free 100000-200000 held " \
	"180000-181000 20000000-200000"
#define NO_MAP ":  held 20000000-200000"
#define NO_MAP_END " no memory map from the boot loader"
/* The last tag claims to be so long. */
#define BROKEN(size) TAGS MAP2 "[1 'aa' 0 ] ! @76 d=" size
#define BROKEN_SAYS ":  map 100000+100000:1 180000+1000:3 free 100000-200000 "  \
	"held 180000-181000 a multiboot 2 tag is longer than its list"

/* In a tag its sums begin elsewhere. */
#define RSDP(tag, at, revision, sums)                                        \
	"[" tag " 'RSD PTR ' +7 " revision " +4 " at sums " ] "
#define OLD(sum) RSDP("14", "", "0", "s=" sum)
#define NEW(sums) RSDP("15", "d=24 +12 ", "2", sums)
#define SCREEN "[8 q=1FD000000 d=1000 d=400 d=300 20 1 0 0 10 8 9 7 1 6 ] "

static const struct firmware_case lists[] = {
	{ "all of it", TAGS "[1 'list seed=2' 0 ] [2 'GRUB 2.06' 0 ] " MAP2
	  "[21 '1234' ] " NEW("s=152:144:20 s=176:144:36") END,
	  "GRUB 2.06: list seed=2" TWO_SAYS "c0 rsdp 2" },
	{ "large entries", TAGS "[6 d=20 d=0 " RANGE("100000", "100000", "1")
	  "q=1 " RANGE("180000", "1000", "3") "q=1 ] " END, ": " TWO_SAYS "60" },
	{ "neighbours of one type are one range", TAGS "[6 d=18 d=0 "
	  RANGE("100000", "1000", "1") RANGE("101000", "2000", "1")
	  RANGE("103000", "1000", "2") RANGE("105000", "1000", "2")
	  RANGE("0", "1000", "1") "] " END,
	  ":  map 100000+3000:1 103000+1000:2 105000+1000:2 0+1000:1 free "
	  "0-1000 100000-103000 held 103000-104000 105000-106000 "
	  "20000000-20000098" },
	{ "UEFI and SMBIOS", TAGS MAP2 "[12 q=123456789ABC ] "
	  "[13 3 6 0 0 0 0 0 0 'tables' ] " END, ": " TWO_SAYS
	  "78 smbios tables efi 123456789abc" },
	{ "short ones", TAGS MAP2 "[12 +7 ] [13 +8 ] " END, ": " TWO_SAYS "70" },
	{ "a screen", TAGS MAP2 SCREEN END, ": " TWO_SAYS "78" SCREEN_SAYS
	  "16:8 green 9:7 blue 1:6" },
	{ "a screen without its last colour", TAGS MAP2
	  "[8 q=1FD000000 d=1000 d=400 d=300 20 1 0 0 10 8 9 7 1 ] " END, ": "
	  TWO_SAYS "78" SCREEN_SAYS "0:0 green 0:0 blue 0:0" },
	{ "text has no colours", TAGS MAP2 "[8 q=B8000 +12 10 2 0 0 ] " END, ": "
	  TWO_SAYS "70 screen 2 at b8000 0x0*16 of 0, red 0:0 green 0:0 blue "
	  "0:0" },
	{ "a short screen", TAGS MAP2 "[8 +23 ] " END, ": " TWO_SAYS "70" },
	{ "an old RSDP", TAGS OLD("24:16:20") MAP2 END, ": "
	  TWO_SAYS "70 rsdp 0" },
	{ "the newer RSDP wins", TAGS OLD("24:16:20")
	  NEW("s=56:48:20 s=80:48:36") MAP2 END, ": " TWO_SAYS "a0 rsdp 2" },
	{ "it wins in any order", TAGS NEW("s=24:16:20 s=48:16:36")
	  OLD("72:64:20") MAP2 END, ": " TWO_SAYS "a0 rsdp 2" },
	{ "a damaged RSDP", TAGS NEW("s=24:16:20 s=48:16:36") MAP2 END "^20", ": "
	  TWO_SAYS "80" },
	{ "an RSDP that is cut", TAGS "[15 'RSD PTR ' +7 2 +4 d=24 +8 s=24:16:20 "
	  "s=44:16:36 ] " MAP2 END, ": " TWO_SAYS "78" },
	{ "an old RSDP that is cut", TAGS "[14 'RSD PTR ' +11 s=24:16:19 ] " MAP2
	  END, ": " TWO_SAYS "70" },
	{ "texts without an end", TAGS MAP2 "[1 'abc' ] [2 'xyz' ] " END,
	  ": abc" TWO_SAYS "70" },
	{ "no map", TAGS END, NO_MAP "10" NO_MAP_END },
	{ "an empty map", TAGS "[6 d=18 d=0 ] " END, NO_MAP "20" NO_MAP_END },
	{ "a map without its head", TAGS "[6 ] " END, NO_MAP "18" NO_MAP_END },
	{ "entries of no size", TAGS "[6 d=0 d=0 " TWO "] " END,
	  NO_MAP "50" NO_MAP_END },
	{ "entries that are too small", TAGS "[6 d=17 d=0 " TWO "] " END,
	  NO_MAP "50" NO_MAP_END },
	{ "entries whose size wraps", TAGS "[6 d=FFFFFFF0 d=0 " TWO "] " END,
	  NO_MAP "50" NO_MAP_END },
	{ "a last entry that is cut", TAGS "[6 d=18 d=0 "
	  RANGE("1000", "1000", "1") "q=8000 q=1000 d=1 ] " END,
	  ":  map 1000+1000:1 free 1000-2000 held 20000000-20000050" },
	{ "a tag of no size", BROKEN("0"), BROKEN_SAYS },
	{ "a tag shorter than its head", BROKEN("7"), BROKEN_SAYS },
	{ "a tag as long as the list", BROKEN("10"), ": aa" TWO_SAYS "58" },
	{ "a tag longer than the list", BROKEN("11"), BROKEN_SAYS },
	{ "a tag of the greatest size", BROKEN("FFFFFFFF"), BROKEN_SAYS },
	{ "a list without an end", TAGS MAP2 "[1 'list' 0 ] [2 'GRUB 2.' 0 ]",
	  "GRUB 2.: list" TWO_SAYS "68" },
};

FIRMWARE_TEST(multiboot2, lists, look2)

/* The next one begins at a multiple of 8. */
TEST(multiboot2_tags_of_any_length)
{
	char text[300];

	for (unsigned length = 0; length <= 8; length++) {
		sprintf(text, TAGS "[21 +%u ] " MAP2 "[2 'GRUB 2.06' 0 ] " END,
			length);
		firmware_write(text);
		CHECK_TEXT(multiboot_read(&info, MULTIBOOT2_BOOT_MAGIC,
					  LOADER_AT), NULL);
		CHECK_TEXT(info.loader, "GRUB 2.06");
	}
}

/* More ranges than are told: the first ones are. Of each second one that is not
 * free the rest are still one list. */
TEST(multiboot2_a_map_without_end_is_cut)
{
	static char text[2][40 * 300] = { TAGS "[6 d=18 d=0 ",
					  TAGS "[6 d=18 d=0 " };

	for (unsigned i = 0; i < 300; i++) {
		sprintf(text[0] + strlen(text[0]), "q=%X q=1000 q=1 ",
			i * 0x2000);
		sprintf(text[1] + strlen(text[1]), "q=%X q=1000 q=%u ",
			i * 0x1000, 1 + i % 2);
	}
	for (unsigned i = 0; i < 2; i++) {
		firmware_write(strcat(text[i], "] " END));
		CHECK_TEXT(multiboot_read(&info, MULTIBOOT2_BOOT_MAGIC,
					  LOADER_AT), NULL);
		CHECK_EQUAL(info.ranges, MEMMAP_ENTRIES);
		CHECK(info.map_cut);
		CHECK_EQUAL(info.memory.overflow, i == 0);
	}
	CHECK_EQUAL(info.memory.available.count, 150);
}

/* ---- one tag --------------------------------------------------------------- */

static void find_tag(void)
{
	uint32_t size = 99;
	const void *tag = multiboot2_tag(LOADER_AT, MULTIBOOT2_EFI64, &size);

	if (tag)
		say("%u: %.*s", size, (int)size, (const char *)tag);
	if (multiboot2_tag(LOADER_AT, MULTIBOOT2_EFI_SERVICES, &size))
		say(" services");
}

static const struct firmware_case tags[] = {
	{ "the first of its type", TAGS "[1 'abc' 0 ] [12 '12345678' ] "
	  "[12 'again' 0 ] " END, "8: 12345678" },
	{ "two types", TAGS "[18 ] [12 ] " END, "0:  services" },
	{ "none behind the end", TAGS END "[12 '12345678' ] ", "" },
	{ "none behind one that is too long", TAGS "[1 'abc' 0 ] "
	  "[12 '12345678' ] " END "! @12 d=1F40", "" },
	{ "none behind one that is less than its head", TAGS "[1 'abc' 0 ] "
	  "[12 '12345678' ] " END "! @12 d=7", "" },
};

FIRMWARE_TEST(multiboot2_tag, tags, find_tag)
