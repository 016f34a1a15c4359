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
#define machine_alarm_start alarm_start /* beside the fake machine's */
#define machine_alarm_stop alarm_stop
#include "kernel/machine.h"
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
	CHECK(alarm_start(ms, count, &calls));
}

static void wait_ms(uint64_t ms)
{
	for (uint64_t step = 0; step < ms; step++)
		go_on(HZ / 1000);
}

/* What is done, or how often something has come by now. */
enum { END, START, STOP, WAIT, LOSE_NMIS, CALLS, NMIS, OWN };
struct step { unsigned what; uint64_t number; };
#define COME_IN_TIME { CALLS, 0 }, { WAIT, 2 }, { CALLS, 1 }

static const struct {
	const char *what;
	bool narrow;
	struct step steps[10];
} alarms[] = {
	{ "comes once when it is due", false,
	  { { START, 100 }, { WAIT, 99 }, COME_IN_TIME, { WAIT, 1000 },
	    { CALLS, 1 }, { NMIS, 1 } } },
	{ "of 32 bits", true,
	  { { START, 100 }, { WAIT, 99 }, COME_IN_TIME, { WAIT, 1000 },
	    { CALLS, 1 }, { NMIS, 1 } } },
	{ "is put off by a new one", false,
	  { { START, 100 }, { WAIT, 90 }, { START, 100 }, { WAIT, 99 },
	    COME_IN_TIME } },
	/* 32 bits at 10 MHz are 429 s; half of them is what one shot takes. */
	{ "is longer than its 32 bits", true,
	  { { START, 600000 }, { WAIT, 599999 }, { NMIS, 2 }, COME_IN_TIME } },
	{ "does not come where it was stopped", false,
	  { { START, 100 }, { STOP, 0 }, { WAIT, 200 }, { NMIS, 0 },
	    { OWN, 0 }, { CALLS, 0 } } }, /* another's, and told as that */
	{ "was sent before its stop, and taken once", false,
	  { { START, 100 }, { LOSE_NMIS, 0 }, { WAIT, 101 }, { STOP, 0 },
	    { OWN, 1 }, { OWN, 0 }, { CALLS, 0 } } },
	{ "leaves an NMI before its time to others", false,
	  { { START, 100 }, { WAIT, 50 }, { OWN, 0 }, { WAIT, 49 },
	    COME_IN_TIME } },
};

static void take_step(const char *what, const struct step *step)
{
	uint64_t is = step->number;

	switch (step->what) {
	case START:
		start(step->number);
		break;
	case STOP:
		alarm_stop();
		break;
	case WAIT:
		wait_ms(step->number);
		break;
	case LOSE_NMIS:
		device.broken = true;
		break;
	case CALLS:
		is = calls;
		break;
	case NMIS:
		is = device.nmis;
		break;
	case OWN:
		is = core.on_nmi();
		break;
	}
	check_equal(__FILE__, __LINE__, what, is, step->number);
}

TEST(alarm_comes_when_it_is_due)
{
	EACH_CASE(i, alarms) {
		memset(&device, 0, sizeof(device));
		begin_with(alarms[i].narrow, false);
		CHECK(alarm_there());
		CHECK_EQUAL(device.entry.high, CORE << IOAPIC_ENTRY_ID_SHIFT);
		CHECK(device.configuration & HPET_CONFIGURATION_LEGACY);
		for (const struct step *s = alarms[i].steps; s->what; s++)
			take_step(alarms[i].what, s);
		CHECK_EQUAL(device.unknown, 0);
		alarm_stop();
	}
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
	CHECK(!alarm_start(1, count, NULL));
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
