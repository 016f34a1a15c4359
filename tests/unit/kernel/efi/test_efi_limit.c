/* SPDX-License-Identifier: MIT */
/* kernel/efi/limit.c: a firmware that hangs, or whose clock stands. */
#define limit_begin limit_apart_begin
#define limit_call limit_apart_call
#define limit_anew limit_apart_anew
#define limit_wait limit_apart_wait

#include <setjmp.h>
#include <string.h>

#include "kernel/efi/limit.h"
#include "kernel/efi/world.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define ALARM ((efi_event)1)
#define CLOCK ((efi_event)2)
#define NOT_READY 6ull

static uint64_t now; /* us */

static uint64_t time_now(void)
{
	return now;
}

#define tsc_read time_now
#include "kernel/efi/limit.c"

/* boot/efi.asm's, for all unit tests. */
static jmp_buf tried;

bool world_try(void (*work)(void))
{
	if (setjmp(tried))
		return false;
	work();
	return true;
}

void world_abandon(void)
{
	longjmp(tried, 1);
}

static struct {
	unsigned made, most_made;
	void (EFI_CALL *notify)(efi_event event, void *of);
	uint64_t tpl;
	uint64_t alarm, clock; /* units; 0: stopped */
	unsigned set;
	unsigned looks, ready_at;
	uint64_t gap; /* us between two looks */
	bool came_back;
} its;

static efi_status EFI_CALL create_event(uint32_t type, uint64_t tpl,
					void (EFI_CALL *notify)(efi_event event,
								void *of),
					void *of, efi_event *event)
{
	(void)of;
	if (its.made == its.most_made)
		return 9; /* EFI_OUT_OF_RESOURCES */
	*event = its.made++ ? CLOCK : ALARM;
	if (*event == ALARM) {
		CHECK_EQUAL(type, 0x80000200);
		its.notify = notify;
		its.tpl = tpl;
	} else {
		CHECK_EQUAL(type, 0x80000000);
	}
	return EFI_SUCCESS;
}

static efi_status EFI_CALL set_timer(efi_event event, uint32_t how,
				     uint64_t units)
{
	its.set++;
	CHECK_EQUAL(how, units ? EFI_TIMER_RELATIVE : EFI_TIMER_CANCEL);
	*(event == ALARM ? &its.alarm : &its.clock) = units;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL check_event(efi_event event)
{
	CHECK(event == CLOCK);
	CHECK_EQUAL(its.clock, 1000000); /* 100 ms */
	now += its.gap;
	return ++its.looks >= its.ready_at ? EFI_SUCCESS : NOT_READY;
}

static const struct efi_boot_services services = {
	.create_event = create_event, .set_timer = set_timer,
	.check_event = check_event,
};

static bool begin(unsigned most_made)
{
	memset(&its, 0, sizeof(its));
	its.most_made = most_made;
	fake.clock.hz = 1000000;
	return limit_begin(&services);
}

static void comes_back(void)
{
	CHECK_EQUAL(its.alarm, 200000000); /* 20 s */
	its.came_back = true;
}

static void hangs(void)
{
	its.notify(ALARM, NULL);
	its.came_back = true;
}

static void answers_now_and_then(void)
{
	its.alarm = 1;
	limit_anew();
	CHECK_EQUAL(its.alarm, 200000000);
}

TEST(efi_limit_work_that_comes_back_leaves_no_timer)
{
	CHECK(begin(2));
	CHECK_EQUAL(its.tpl, 16); /* comes while a file system works */
	CHECK(limit_call(comes_back));
	CHECK(its.came_back);
	CHECK_EQUAL(its.alarm, 0);
	CHECK_EQUAL(its.set, 2);
}

TEST(efi_limit_work_that_hangs_is_left)
{
	CHECK(begin(2));
	CHECK(!limit_call(hangs));
	CHECK(!its.came_back);
}

TEST(efi_limit_an_answer_renews_the_time)
{
	limit_anew(); /* nothing before there is a timer */
	CHECK(begin(2));
	CHECK(limit_call(answers_now_and_then));
}

TEST(efi_limit_without_a_timer_is_said)
{
	CHECK(!begin(0));
	CHECK(!begin(1));
}

TEST(efi_limit_a_clock_ticks_or_stands)
{
	CHECK(begin(2));
	its.ready_at = 7;
	CHECK(limit_wait(100));
	CHECK_EQUAL(its.looks, 7);
	its.ready_at = UINT32_MAX;
	its.gap = 1000;
	CHECK(!limit_wait(100));
	CHECK_EQUAL(its.looks, 7 + 20101); /* 100 ms and the 20 s */
}

/* An emulator that was stopped, or waited for its disk. */
TEST(efi_limit_a_machine_that_stood_is_no_clock_that_stands)
{
	CHECK(begin(2));
	its.ready_at = 3;
	its.gap = 60000000;
	CHECK(limit_wait(100));
}
