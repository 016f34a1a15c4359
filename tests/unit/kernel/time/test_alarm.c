/* SPDX-License-Identifier: MIT */
/* kernel/time/alarm.c on an HPET, a pin and a core that the test plays. */
#include <string.h>

#include "kernel/cpu/percpu.h"
#include "kernel/memory/memory.h"
#include "kernel/time/clock.h"
#include "kernel/timers.h"
#include "kernel/x86/ioapic.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define HZ 10000000ull
#define STEP (HZ / 100000) /* counts between two reads */
#define CORE 7u

static struct {
	uint32_t configuration, timer, capabilities;
	uint64_t counter, comparator;
	struct ioapic_entry entry;
	bool narrow, broken; /* broken: its NMIs get lost */
	unsigned nmis, unknown;
} device;

static struct percpu core;
static unsigned calls;

static void send_nmi(void)
{
	device.nmis++;
	device.unknown += !core.on_nmi();
}

static bool passes(uint64_t from, uint64_t to)
{
	return from < device.comparator && to >= device.comparator;
}

/* What the counter does on its way: one shot, and one as it begins anew. */
static void go_on(uint64_t counts)
{
	uint64_t before = device.counter, after = before + counts;
	bool shot = passes(before, after);

	if (device.narrow && after > UINT32_MAX) {
		after -= 1ull << 32;
		shot = true;
	}
	device.counter = after;
	if (shot && device.timer & HPET_TIMER_INTERRUPT && !device.broken &&
	    !(device.entry.low & IOAPIC_ENTRY_MASKED))
		send_nmi();
}

static uint32_t play_read(uint32_t offset)
{
	switch (offset) {
	case HPET_CAPABILITIES:
		return device.capabilities;
	case HPET_CONFIGURATION:
		return device.configuration;
	case HPET_TIMER0:
		return device.timer | (device.narrow ? 0 : HPET_TIMER_64BIT);
	case HPET_COUNTER:
		go_on(STEP);
		return (uint32_t)device.counter;
	default:
		CHECK_EQUAL(offset, HPET_COUNTER + 4);
		return (uint32_t)(device.counter >> 32);
	}
}

static void play_write(uint32_t offset, uint32_t value)
{
	uint32_t *half = (uint32_t *)&device.comparator;

	if (offset == HPET_CONFIGURATION)
		device.configuration = value;
	else if (offset == HPET_TIMER0)
		device.timer = value & ~HPET_TIMER_64BIT;
	else if (offset == HPET_COMPARATOR0)
		half[0] = value;
	else if (CHECK_EQUAL(offset, HPET_COMPARATOR0 + 4))
		half[1] = value;
}

static const struct clock_hardware played = { .hpet_read = play_read,
					      .hpet_write = play_write };
static struct machine_timer the_hpet = { .hz = HZ };

static uint32_t play_id(void)
{
	return CORE;
}

static const struct lapic_ops apic = { .id = play_id };
static const struct lapic_ops *played_apic = &apic;
static bool pin_is_there = true;

#define lapic played_apic
#define this_cpu() (&core)
#define clock_hardware() (&played)
#define machine_timer(kind) (&the_hpet)
#define memory_map_device(address, length) ((const void *)(address))
#define ioapic_has(pin) ((void)(pin), pin_is_there)
#define ioapic_read(pin) ((void)(pin), device.entry)
#define ioapic_write(pin, what) ((void)(pin), device.entry = (what))
#define machine_alarm_start alarm_apart_start
#define machine_alarm_stop alarm_apart_stop
#include "kernel/machine.h"
bool alarm_apart_start(uint64_t ms, void (*call)(void *arg), void *arg);
void alarm_apart_stop(void);
#define alarm_init alarm_apart_init
#define alarm_there alarm_apart_there
#define alarm_lend alarm_apart_lend
#define alarm_take_back alarm_apart_take_back
#include "kernel/time/alarm.c"

static const struct ioapic_entry masked = { IOAPIC_ENTRY_MASKED, 0 };

static void begin_with(bool narrow, bool kept)
{
	device.narrow = narrow;
	device.counter = 1000;
	device.entry = masked;
	device.capabilities = HPET_CAPABILITIES_LEGACY |
			      (narrow ? 0 : HPET_CAPABILITIES_64BIT);
	alarm_init(&(struct ioapic_pin){ 0x1000, 2 }, kept);
	device.nmis = 0;
}

static void count(void *arg)
{
	CHECK(arg == &calls);
	calls++;
}

static void start(uint64_t ms)
{
	calls = 0;
	CHECK(machine_alarm_start(ms, count, &calls));
}

static void wait_ms(uint64_t ms)
{
	for (uint64_t step = 0; step < ms; step++)
		go_on(HZ / 1000);
}

static void comes_once_when_it_is_due(bool narrow)
{
	begin_with(narrow, false);
	CHECK(alarm_there());
	CHECK_EQUAL(device.entry.high, CORE << IOAPIC_ENTRY_ID_SHIFT);
	CHECK(device.configuration & HPET_CONFIGURATION_LEGACY);
	start(100);
	wait_ms(99);
	CHECK_EQUAL(calls, 0);
	wait_ms(2);
	CHECK_EQUAL(calls, 1);
	wait_ms(1000);
	CHECK_EQUAL(calls, 1);
	CHECK_EQUAL(device.nmis, 1);
	CHECK_EQUAL(device.unknown, 0);
}

TEST(alarm_comes_once_when_it_is_due)
{
	comes_once_when_it_is_due(false);
	comes_once_when_it_is_due(true);
}

TEST(alarm_is_put_off_by_a_new_one)
{
	begin_with(false, false);
	start(100);
	wait_ms(90);
	start(100);
	wait_ms(90);
	CHECK_EQUAL(calls, 0);
	wait_ms(20);
	CHECK_EQUAL(calls, 1);
}

/* 32 bits at 10 MHz are 429 s; half of them is what one shot may take. */
TEST(alarm_of_a_counter_of_32_bits_may_be_longer_than_that)
{
	begin_with(true, false);
	start(600000);
	wait_ms(599900);
	CHECK_EQUAL(calls, 0);
	CHECK(device.nmis >= 2);
	wait_ms(200);
	CHECK_EQUAL(calls, 1);
	CHECK_EQUAL(device.unknown, 0);
}

TEST(alarm_that_was_stopped_does_not_come)
{
	begin_with(false, false);
	start(100);
	machine_alarm_stop();
	wait_ms(200);
	CHECK_EQUAL(device.nmis, 0);
	CHECK(!core.on_nmi()); /* another's, and told as that */
	CHECK_EQUAL(calls, 0);
}

/* It was sent before the stop, and arrives after: nobody's else, and once. */
TEST(alarm_that_comes_after_its_stop_is_taken)
{
	begin_with(false, false);
	start(100);
	device.broken = true;
	wait_ms(101);
	machine_alarm_stop();
	CHECK(core.on_nmi());
	CHECK(!core.on_nmi());
	CHECK_EQUAL(calls, 0);
}

TEST(alarm_leaves_an_nmi_before_its_time_to_others)
{
	begin_with(false, false);
	start(100);
	wait_ms(50);
	CHECK(!core.on_nmi());
	wait_ms(60);
	CHECK_EQUAL(calls, 1);
}

TEST(alarm_lends_what_it_found)
{
	const struct ioapic_entry theirs = { IOAPIC_ENTRY_MASKED | 0x34, 5 };

	device.configuration = HPET_CONFIGURATION_ENABLE;
	device.timer = HPET_TIMER_PERIODIC | HPET_TIMER_LEVEL;
	begin_with(false, true);
	CHECK(alarm_there());
	alarm.found.entry = theirs;
	start(100);
	alarm_lend();
	CHECK_EQUAL(device.configuration, HPET_CONFIGURATION_ENABLE);
	CHECK_EQUAL(device.timer, HPET_TIMER_PERIODIC | HPET_TIMER_LEVEL);
	CHECK(!memcmp(&device.entry, &theirs, sizeof(theirs)));
	wait_ms(200);
	CHECK_EQUAL(device.nmis, 0);
	alarm_take_back();
	start(100);
	wait_ms(101);
	CHECK_EQUAL(calls, 1);
}

TEST(alarm_leaves_a_firmware_what_it_uses)
{
	device.timer = HPET_TIMER_INTERRUPT;
	begin_with(false, true);
	CHECK(!alarm_there());
	CHECK(!machine_alarm_start(1, count, NULL));
	CHECK_EQUAL(device.timer, HPET_TIMER_INTERRUPT);
	begin_with(false, false); /* nobody visits it */
	CHECK(alarm_there());
}

static void is_missing(void)
{
	begin_with(false, false);
	CHECK(!alarm_there());
	CHECK_EQUAL(device.configuration, 0);
	CHECK_EQUAL(device.entry.low, masked.low);
}

TEST(alarm_is_none_without_its_hardware)
{
	the_hpet.missing = "none";
	is_missing();
	the_hpet.missing = NULL;
	pin_is_there = false;
	is_missing();
	pin_is_there = true;
	device.broken = true; /* no NMI comes of it */
	is_missing();
	device.broken = false;
	begin_with(false, false);
	CHECK(alarm_there());
}
