/* SPDX-License-Identifier: MIT */
/* kernel/efi/services.c as a guest of firmwares that refuse or hang. */
/* Beside the real ones, types of those names too. */
#define efi_arrive apart_arrive
#define efi_services apart_services
#define efi_refused apart_refused
#define efi_memory apart_memory
#define efi_memory_bytes apart_memory_bytes
#define efi_volume apart_volume
#define efi_server apart_server
#define efi_time apart_time
#define efi_pause apart_pause
#define efi_visit apart_visit

#include <stdlib.h>
#include <string.h>

#include "kernel/console/log_whole.h"
#include "kernel/console/notice.h"
#include "kernel/efi/interrupts.h"
#include "kernel/efi/services.h"
#include "kernel/efi/world.h"
#include "kernel/time/alarm.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

#define REFUSED 3ull /* any status that is not 0 */
#define EACH 48u
#define IMAGE_BYTES 0x2000u
#define MAP_BYTES 100000u /* far more than it fills */

/* Where it lies, by its own account. */
__asm__(".globl apart_end\n.set apart_end, apart_image + 0x2000");
char apart_image[IMAGE_BYTES] __attribute__((aligned(EFI_PAGE)));
uint64_t apart_stack;

static struct {
	/* What is wrong with it. */
	bool no_map, map_grows, no_room, no_pages, no_image, no_timer, hangs, clock_stands;
	bool small, busy_below_us;
	uint64_t cr4;
	unsigned refusals;       /* of ExitBootServices */

	unsigned grown, rooms, maps, exits, asked, visits, paused, ended;
	const char *notice;
	void (EFI_CALL *notify)(efi_event event, void *of);
	bool alarm_set, wants_room;
	void *pages[3], *map;
	unsigned taken;
} its;

static void add_range(uint8_t *map, uint64_t *bytes, uint32_t type,
		      uint64_t start, uint64_t pages)
{
	struct efi_memory range = { .type = type, .start = start,
				    .pages = pages };

	memcpy(map + *bytes, &range, sizeof(range));
	*bytes += EACH;
}

static efi_status EFI_CALL get_memory_map(uint64_t *bytes, void *map,
					  uint64_t *key, uint64_t *each,
					  uint32_t *version)
{
	uint64_t first = (uintptr_t)apart_image / EFI_PAGE * EFI_PAGE;

	its.maps++;
	if (its.no_map)
		return REFUSED;
	if (*bytes < MAP_BYTES + its.grown) {
		*bytes = MAP_BYTES + its.grown;
		its.grown += its.map_grows ? 1 << 20 : 0;
		its.wants_room = true;
		return EFI_BUFFER_TOO_SMALL;
	}
	*bytes = 0;
	*each = EACH;
	*version = 1;
	*key = its.maps;
	add_range(map, bytes, its.busy_below_us ? EFI_BOOT_SERVICES_DATA :
		  EFI_LOADER_DATA, first, IMAGE_BYTES / EFI_PAGE + 1);
	add_range(map, bytes, EFI_CONVENTIONAL, 0x1000000,
		  its.small ? 16 : 16384);
	return EFI_SUCCESS;
}

static efi_status EFI_CALL allocate_pages(uint32_t how, uint32_t type,
					  uint64_t pages, uint64_t *at)
{
	CHECK_EQUAL(how, EFI_ALLOCATE_MAX_ADDRESS);
	CHECK_EQUAL(type, EFI_LOADER_DATA);
	if (its.wants_room) {
		its.wants_room = false;
		its.rooms++;
		free(its.map);
		its.map = its.no_room ? NULL : malloc(pages * EFI_PAGE);
		*at = (uintptr_t)its.map;
		return its.no_room ? REFUSED : EFI_SUCCESS;
	}
	if (its.no_pages || its.taken == 3)
		return REFUSED;
	its.pages[its.taken] = malloc(pages * EFI_PAGE);
	*at = (uintptr_t)its.pages[its.taken++];
	return EFI_SUCCESS;
}

static efi_status EFI_CALL exit_boot_services(efi_handle image, uint64_t key)
{
	(void)image;
	CHECK_EQUAL(key, its.maps); /* of the last map */
	return its.exits++ < its.refusals ? REFUSED : EFI_SUCCESS;
}

static efi_status EFI_CALL create_event(uint32_t type, uint64_t tpl,
					void (EFI_CALL *notify)(efi_event event,
								void *of),
					void *of, efi_event *event)
{
	(void)type, (void)tpl, (void)of;
	if (notify)
		its.notify = notify;
	*event = (efi_event)notify;
	return its.no_timer ? REFUSED : EFI_SUCCESS;
}

static efi_status EFI_CALL set_timer(efi_event event, uint32_t how,
				     uint64_t units)
{
	if (event)
		its.alarm_set = how != EFI_TIMER_CANCEL;
	else
		its.paused = units;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL check_event(efi_event event)
{
	(void)event;
	return its.clock_stands ? REFUSED : EFI_SUCCESS;
}

static efi_status EFI_CALL set_watchdog(uint64_t seconds, uint64_t code,
					uint64_t bytes, uint16_t *text)
{
	(void)code, (void)bytes, (void)text;
	CHECK_EQUAL(seconds, 0);
	return REFUSED; /* there need be none */
}

static struct efi_loaded_image loaded;
static struct efi_pxe_mode mode;
static struct efi_pxe client = { .mode = &mode };

static void hang(void)
{
	CHECK(its.alarm_set);
	its.notify((efi_event)its.notify, NULL);
}

/* Booted by a network, which takes the least. */
static efi_status EFI_CALL handle_protocol(efi_handle handle,
					   const struct efi_guid *guid,
					   void **protocol)
{
	(void)guid;
	its.asked++;
	if (its.hangs)
		hang();
	if (handle == &loaded)
		*protocol = &client;
	else
		*protocol = its.no_image ? NULL : &loaded;
	return EFI_SUCCESS;
}

static const struct efi_boot_services services = {
	.get_memory_map = get_memory_map, .allocate_pages = allocate_pages,
	.exit_boot_services = exit_boot_services,
	.create_event = create_event, .set_timer = set_timer,
	.check_event = check_event, .set_watchdog = set_watchdog,
	.handle_protocol = handle_protocol,
};
static const struct efi_system_table its_table = { .boot = &services };

/* Its page tables: one large page for each GiB, or by small pages. */
static __attribute__((aligned(4096))) uint64_t its_pml4[512], its_pdpt[512],
	its_directory[512], its_pages[512];

static uint64_t *fill(uint64_t *table, uint64_t entry)
{
	for (unsigned i = 0; i < 512; i++)
		table[i] = entry;
	return table;
}

static void map_all(uint64_t pml4, uint64_t pdpt, uint64_t directory,
		    uint64_t page)
{
	fill(its_pml4, (uintptr_t)its_pdpt | 3 | pml4);
	fill(its_pdpt, (uintptr_t)its_directory | 3 | pdpt);
	fill(its_directory, (uintptr_t)its_pages | 3 | directory);
	fill(its_pages, 3 | page);
}

static void visit_it(void (*work)(void))
{
	its.visits++;
	work();
}

#define image_start apart_image
#define image_end apart_end
#define efi_stack apart_stack
#define efi_theirs apart_theirs
#define world_visit(ours, theirs, stack, work) \
	((void)(ours), (void)(theirs), (void)(stack), visit_it(work))
#define efi_interrupts_take() ((void)0)
#define efi_interrupts_give_back() ((void)0)
#define efi_interrupts_silence() ((void)0)
#define efi_interrupts_end() ((void)its.ended++)
#define lapic_enable() ((void)0)
#define alarm_lend() ((void)0)
#define alarm_take_back() ((void)0)
#define cli() ((void)0)
#define read_cr4() (its.cr4)
#define read_cr3() ((uintptr_t)its_pml4 | 0x18) /* with bits that are no address */
#define image_code_end apart_end
#define notice_draw(magic, information, bits, attribute, text) \
	((void)(magic), (void)(information), (void)(its.notice = (text)))
#include "kernel/efi/services.c"

/* ---- arriving ------------------------------------------------------------ */

static uint8_t tags[128] __attribute__((aligned(8)));

static uint32_t add_tag(uint32_t at, uint32_t type, const void *body,
			uint32_t bytes)
{
	put32(tags + at, type);
	put32(tags + at + 4, 8 + bytes);
	memcpy(tags + at + 8, body, bytes);
	return (at + 8 + bytes + 7) & ~7u;
}

/* Why no log is kept. */
static const char *arrive(const char *options)
{
	const void *system = &its_table, *image = &its;
	uint32_t at = 8;

	if (!its_pml4[0])
		map_all(0, 0, 0, 0);
	memset(&efi, 0, sizeof(efi));
	memset(tags, 0, sizeof(tags));
	at = add_tag(at, MULTIBOOT2_EFI_SERVICES, "", 0);
	at = add_tag(at, MULTIBOOT2_EFI64, &system, 8);
	at = add_tag(at, MULTIBOOT2_EFI64_IMAGE, &image, 8);
	at = add_tag(at, MULTIBOOT2_COMMAND, options,
		     (uint32_t)strlen(options) + 1);
	at = add_tag(at, 0, "", 0);
	put32(tags, at);
	loaded.device = &loaded;
	mode.started = 1;
	mode.ack.server = 0x0100007F;
	fake.clock.hz = 1000000;
	efi_arrive(MULTIBOOT2_BOOT_MAGIC, (uintptr_t)tags);
	return efi_refused();
}

static void leave(void)
{
	map_all(0, 0, 0, 0);
	for (unsigned i = 0; i < its.taken; i++)
		free(its.pages[i]);
	free(its.map);
	memset(&its, 0, sizeof(its));
}

TEST(efi_services_are_kept_where_all_is_well)
{
	CHECK(!arrive("suite=quick"));
	CHECK_EQUAL(efi_services(), EFI_KEPT);
	CHECK_EQUAL(its.exits, 0);
	CHECK_EQUAL(its.taken, 3);
	CHECK(!its.alarm_set);
	CHECK(efi_server() == &client);
	/* Before it is asked: it may hang. */
	CHECK(strstr(its.notice, "start again with log=off"));
	CHECK(strlen(its.notice) < 80);
	leave();
}

TEST(efi_services_that_hang_at_once_are_left_alone)
{
	its.hangs = true;
	CHECK_TEXT(arrive(""), "the firmware did not answer for 20 s, "
		   "and is left alone");
	CHECK_EQUAL(efi_services(), EFI_KEPT);
	CHECK_EQUAL(its.exits, 0); /* not even to end them */
	CHECK_EQUAL(its.taken, 3); /* taken before */
	CHECK(efi.arena && efi.low_page);
	leave();
}

static void check_ended(const char *why)
{
	CHECK_TEXT(efi_refused(), why);
	CHECK_EQUAL(efi_services(), EFI_ENDED);
	CHECK_EQUAL(its.exits, 1);
	leave();
}

TEST(efi_services_end_where_there_is_no_place_for_a_log)
{
	its.no_image = true;
	arrive("");
	check_ended("the firmware does not know what it has booted from");
	its.no_pages = true;
	arrive("");
	check_ended("the firmware gives no memory");
	its.small = true;
	arrive("");
	check_ended("the firmware has little memory left");
	its.no_timer = true;
	arrive("");
	CHECK_EQUAL(its.asked, 0);
	check_ended("the firmware gives no timer");
}

TEST(efi_services_end_where_the_image_lies_on_their_memory)
{
	its.busy_below_us = true;
	arrive("");
	CHECK_EQUAL(its.asked + its.taken, 0);
	check_ended("the boot loader put us over memory of the firmware");
}

TEST(efi_services_end_where_no_log_is_wanted_or_pages_are_unlike)
{
	arrive("suite=quick log=off");
	CHECK_EQUAL(its.asked + its.taken, 0);
	CHECK(!its.notice);
	check_ended("not wanted (log=off)");
	its.cr4 = X86_CR4_LA57;
	arrive("");
	check_ended("the firmware's page tables have five levels");
	its.cr4 = X86_CR4_CET;
	arrive("");
	check_ended("the firmware uses shadow stacks or process contexts");
}

/* Bit 63 at any level; a large page ends the way there. */
TEST(efi_services_end_where_our_code_may_not_run)
{
	for (unsigned level = 0; level < 4; level++) {
		map_all((uint64_t)(level == 0) << 63, (uint64_t)(level == 1) << 63,
			(uint64_t)(level == 2) << 63, (uint64_t)(level == 3) << 63);
		arrive("");
		CHECK_EQUAL(its.asked + its.taken, 0);
		check_ended("the firmware maps our code no-execute");
	}
	map_all(0, 0, 0x80, 1ull << 63);
	CHECK(!arrive(""));
	leave();
	map_all(0, 0x80, 1ull << 63, 1ull << 63);
	CHECK(!arrive(""));
	leave();
	/* One page of them is enough. */
	map_all(0, 0, 0, 0);
	its_pages[((uintptr_t)apart_image + IMAGE_BYTES - 1) / 4096 % 512] |=
		1ull << 63;
	arrive("");
	check_ended("the firmware maps our code no-execute");
}

TEST(efi_services_that_do_not_end_stay_and_nothing_is_written)
{
	its.refusals = 3;
	CHECK_TEXT(arrive("log=off"), "not wanted (log=off)");
	CHECK_EQUAL(its.exits, 3);
	CHECK_EQUAL(its.maps, 5); /* how long, then a new one each time */
	CHECK_EQUAL(efi_services(), EFI_KEPT);
	CHECK_EQUAL(its.taken, 3); /* all else is theirs */
	leave();
	its.refusals = 2;
	CHECK(arrive("log=off"));
	CHECK_EQUAL(efi_services(), EFI_ENDED);
	leave();
}

TEST(efi_services_without_a_map_are_not_ended)
{
	its.no_map = true;
	CHECK_TEXT(arrive(""), "the firmware tells nothing of its memory");
	CHECK_EQUAL(its.exits, 0); /* that needs one */
	CHECK_EQUAL(its.taken, 0);
	leave();
}

TEST(efi_services_whose_map_is_long_are_asked_how_long)
{
	CHECK(!arrive(""));
	CHECK_EQUAL(its.rooms, 1);
	CHECK_EQUAL(its.maps, 2);
	leave();
	its.map_grows = true;
	CHECK_TEXT(arrive(""), "the firmware tells nothing of its memory");
	CHECK(its.maps < 10);
	CHECK_EQUAL(efi.map.bytes, 0); /* not what it needs */
	leave();
	its.no_room = true;
	CHECK_TEXT(arrive(""), "the firmware tells nothing of its memory");
	CHECK_EQUAL(efi.map.bytes, 0);
	leave();
}

/* ---- visits -------------------------------------------------------------- */

static bool worked;

static void work_well(void)
{
	CHECK(its.alarm_set);
	efi_pause(7);
	worked = true;
}

static void work_badly(void)
{
	hang();
	worked = true;
}

TEST(efi_visits_are_bounded_and_end_what_is_in_service)
{
	CHECK(!arrive(""));
	CHECK(!efi_visit(work_well));
	CHECK(worked);
	CHECK(!its.alarm_set);
	CHECK_EQUAL(its.paused, 70000); /* of 100 ns */
	CHECK_EQUAL(its.ended, 1);
	leave();
}

TEST(efi_visits_do_nothing_where_the_clock_stands)
{
	CHECK(!arrive(""));
	its.clock_stands = true;
	CHECK_TEXT(efi_visit(work_well), "the firmware's clock stands");
	CHECK(!worked);
	leave();
}

TEST(efi_visits_that_hang_are_the_last)
{
	CHECK(!arrive(""));
	CHECK(efi_visit(work_badly));
	CHECK(!worked);
	CHECK_EQUAL(its.visits, 1);
	CHECK(efi_visit(work_well));
	CHECK(!worked);
	CHECK_EQUAL(its.visits, 1);
	leave();
}
