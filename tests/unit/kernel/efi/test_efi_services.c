/* SPDX-License-Identifier: MIT */
/* kernel/efi/services.c, limit.c and volume.c as guests of firmwares that
 * refuse, answer nonsense or hang. */
#include "kernel/efi/services.h"

#include <string.h>

#include "kernel/efi/limit.h"
#include "kernel/x86/regs.h"
#include "tests/unit/kernel/efi/fake_efi.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

/* ---- arriving ------------------------------------------------------------ */

static const char *arrive_with(enum efi_fault fault)
{
	fake_efi_begin();
	its.fault = fault;
	return fake_efi_arrive("suite=quick");
}

TEST(efi_services_are_kept_where_all_is_well)
{
	CHECK_TEXT(arrive_with(NO_FAULT), NULL);
	CHECK_EQUAL(efi_services(), EFI_KEPT);
	CHECK_EQUAL(its.exits, 0);
	CHECK_EQUAL(its.taken, 3);
	CHECK_EQUAL(its.alarm, 0);
	CHECK(!efi_server());
	CHECK(efi_volume()->folder && efi_volume()->marker);
	/* Before it is asked: it may hang. */
	CHECK(strstr(its.notice, "start again with log=off"));
	CHECK(strlen(its.notice) < 80);
	CHECK_TEXT(arrive_with(NO_INFO), NULL); /* a trial write will tell */
	CHECK_TEXT(arrive_with(MARKER_READ_ONLY), NULL);
	CHECK(efi_volume()->marker);
	fake_efi_begin();
	its.by_network = true;
	CHECK_TEXT(fake_efi_arrive(""), NULL);
	CHECK(efi_server() == &fake_client);
}

TEST(efi_services_that_there_never_were)
{
	static struct boot_info boot;

	CHECK_TEXT(arrive_with(NO_TAG), NULL);
	CHECK_EQUAL(efi_services(), EFI_NEVER_THERE);
	CHECK_TEXT(arrive_with(SHORT_TAG), NULL);
	CHECK_EQUAL(efi_services(), EFI_NEVER_THERE);
	CHECK(!efi_memory(&boot));
	CHECK_EQUAL(its.maps, 0);
}

#define NOT_KNOWN "the firmware does not know what it has booted from"

/* How much memory it had given by then, and what it had been asked. */
static const struct {
	enum efi_fault fault;
	unsigned taken, asked;
	const char *why;
} refusals[] = {
	{ BUSY_BELOW_US, 0, 0,
	  "the boot loader put us over memory of the firmware" },
	{ SMALL, 0, 0, "the firmware has little memory left" },
	{ NO_PAGES, 0, 0, "the firmware gives no memory" },
	{ NO_ALARM, 3, 0, "the firmware gives no timer" },
	{ NO_CLOCK, 3, 0, "the firmware gives no timer" },
	{ NO_DEVICE, 3, 1, NOT_KNOWN },
	{ NO_IMAGE, 3, 1, NOT_KNOWN },
	{ NO_FILES, 3, 3, "what it was booted from takes no files" },
	{ NO_ROOT, 3, 3, "the volume cannot be opened" },
	{ NO_FOLDER, 3, 3, "the medium is no stick of ours" },
	{ NO_MARKER, 3, 3, "the medium is no stick of ours" },
	{ READ_ONLY, 3, 3, "the medium is write-protected" },
	{ STOPPED, 3, 2,
	  "the firmware's network client has been stopped" },
	{ BY_IPV6, 3, 2, "booted by IPv6: logs are sent by IPv4 only" },
	{ NO_SERVER, 3, 2, "the DHCP answer names no server (siaddr is 0)" },
};

static void check_ended(const char *why, const char *wanted)
{
	CHECK_TEXT(why, wanted);
	CHECK_EQUAL(efi_services(), EFI_ENDED);
	CHECK_EQUAL(its.exits, 1);
}

/* Some give nothing, and say that all is well. */
TEST(efi_services_end_where_there_is_no_place_for_a_log)
{
	const unsigned rows = sizeof(refusals) / sizeof(refusals[0]);

	for (unsigned i = 0; i < 2 * rows; i++) {
		enum efi_fault fault = refusals[i / 2].fault;

		fake_efi_begin();
		its.fault = fault;
		its.by_network = fault >= STOPPED;
		its.gives_null = i % 2;
		check_ended(fake_efi_arrive(""), refusals[i / 2].why);
		CHECK_EQUAL(its.taken, refusals[i / 2].taken);
		CHECK_EQUAL(its.asked, refusals[i / 2].asked);
	}
}

static void check_unasked(const char *options, const char *wanted)
{
	check_ended(fake_efi_arrive(options), wanted);
	CHECK_EQUAL(its.asked + its.taken, 0);
	CHECK(!its.notice);
	fake_efi_begin();
}

TEST(efi_services_end_where_no_log_is_wanted_or_pages_are_unlike)
{
	fake_efi_begin();
	check_unasked("suite=quick log=off", "not wanted (log=off)");
	its.cr4 = X86_CR4_LA57;
	check_unasked("", "the firmware's page tables have five levels");
	its.cr4 = X86_CR4_CET;
	check_unasked("", "the firmware uses shadow stacks or process contexts");
	its.cr4 = X86_CR4_PCIDE;
	check_unasked("", "the firmware uses shadow stacks or process contexts");
	CHECK_TEXT(fake_efi_arrive("log=offline xlog=off"), NULL);
}

/* Bit 63 at any level; a large page ends the way there. */
TEST(efi_services_end_where_our_code_may_not_run)
{
	fake_efi_begin();
	for (unsigned level = 1; level <= 4; level++) {
		its.no_execute = level;
		check_unasked("", "the firmware maps our code no-execute");
	}
	for (unsigned level = 2; level <= 3; level++) {
		its.large = level;
		its.no_execute = level + 1;
		CHECK_TEXT(fake_efi_arrive(""), NULL);
		fake_efi_begin();
	}
	its.last_page_no_execute = true;
	check_unasked("", "the firmware maps our code no-execute");
}

TEST(efi_services_that_hang_at_once_are_left_alone)
{
	static struct boot_info boot;

	CHECK_TEXT(arrive_with(HANGS), "the firmware did not answer for 20 s, "
		   "and is left alone");
	CHECK_EQUAL(efi_services(), EFI_KEPT);
	CHECK_EQUAL(its.exits, 0); /* not even to end them */
	CHECK_EQUAL(its.taken, 3); /* taken before */
	CHECK(efi_memory(&boot));
}

TEST(efi_services_that_do_not_end_stay_and_nothing_is_written)
{
	fake_efi_begin();
	its.refusals = 3;
	CHECK_TEXT(fake_efi_arrive("log=off"), "not wanted (log=off)");
	CHECK_EQUAL(its.exits, 3);
	CHECK_EQUAL(its.maps, 5); /* how long, then a new one each time */
	CHECK_EQUAL(efi_services(), EFI_KEPT);
	CHECK_EQUAL(its.taken, 3); /* all else is theirs */
	fake_efi_begin();
	its.refusals = 2;
	CHECK(fake_efi_arrive("log=off"));
	CHECK_EQUAL(efi_services(), EFI_ENDED);
}

/* One that needs ever more room is asked a few times. */
TEST(efi_services_without_a_map_are_not_ended)
{
	static const enum efi_fault without[] = { NO_MAP, MAP_GROWS, NO_ROOM };

	for (unsigned i = 0; i < 3; i++) {
		CHECK_TEXT(arrive_with(without[i]),
			   "the firmware tells nothing of its memory");
		CHECK_EQUAL(its.exits, 0); /* that needs one */
		CHECK_EQUAL(its.taken, 0);
		CHECK_EQUAL(its.maps, 6);
		CHECK_EQUAL(efi_services(), EFI_KEPT);
	}
	CHECK_TEXT(arrive_with(NO_FAULT), NULL);
	CHECK_EQUAL(its.rooms, 1);
	CHECK_EQUAL(its.maps, 2);
}

/* ---- the memory --------------------------------------------------------- */

/* The firmware's free range is not ours while it is kept. */
TEST(efi_services_give_all_memory_when_they_end_else_what_was_taken)
{
	static struct boot_info ended, kept;
	const struct memmap_range *taken = kept.memory.available.range;

	arrive_with(READ_ONLY);
	CHECK(efi_memory(&ended));
	CHECK_EQUAL(efi_memory_bytes(), 0x2000000 + FAKE_IMAGE_BYTES);
	CHECK(strstr(memory_text(&ended), " free 1000000-3000000"));
	arrive_with(NO_FAULT);
	CHECK(efi_memory(&kept));
	CHECK_EQUAL(efi_memory_bytes(), 0x2000000 + FAKE_IMAGE_BYTES);
	CHECK_EQUAL(kept.memory.available.count, 1);
	CHECK_EQUAL(taken->end - taken->start, EFI_PAGE + 0x1000000);
}

/* ---- visits -------------------------------------------------------------- */

static bool worked;

static void work_well(void)
{
	CHECK(its.alarm);
	its.alarm = 1;
	limit_anew();
	CHECK(its.alarm > 1);
	its.paused = 0;
	efi_pause(7);
	worked = true;
}

static void work_badly(void)
{
	fake_efi_hang();
	worked = true;
}

TEST(efi_visits_are_bounded_and_end_what_is_in_service)
{
	fake_efi_begin();
	limit_anew(); /* nothing before there is a timer */
	fake_efi_arrive("");
	CHECK_TEXT(efi_visit(work_well), NULL);
	CHECK(worked);
	CHECK_EQUAL(its.alarm, 0);
	CHECK_EQUAL(its.paused, 70000); /* of 100 ns */
	CHECK_EQUAL(its.ended, 1);
}

TEST(efi_visits_do_nothing_where_the_clock_stands)
{
	arrive_with(CLOCK_STANDS);
	CHECK_TEXT(efi_visit(work_well), "the firmware's clock stands");
	CHECK(!worked);
}

TEST(efi_visits_that_hang_are_the_last)
{
	static const char no_way_back[] = "the firmware did not answer for "
					  "20 s, and is left alone";

	arrive_with(NO_FAULT);
	CHECK_TEXT(efi_visit(work_badly), no_way_back);
	CHECK_TEXT(efi_visit(work_well), no_way_back);
	CHECK(!worked);
	CHECK_EQUAL(its.visits, 1);
}

TEST(efi_limit_a_clock_ticks_or_stands)
{
	arrive_with(NO_FAULT);
	its.late = 6;
	CHECK(limit_wait(100));
	CHECK_EQUAL(its.clock, 1000000); /* 100 ms */
	CHECK_EQUAL(its.looks, 7);
	its.fault = CLOCK_STANDS;
	CHECK(!limit_wait(100));
	CHECK_EQUAL(its.looks, 20101); /* 100 ms and the 20 s */
}

/* An emulator that was stopped, or waited for its disk. */
TEST(efi_limit_a_machine_that_stood_is_no_clock_that_stands)
{
	arrive_with(NO_FAULT);
	its.late = 2;
	its.gap = 60000000;
	CHECK(limit_wait(100));
}
