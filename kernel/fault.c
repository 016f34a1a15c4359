/* SPDX-License-Identifier: MIT */
#include "kernel/fault.h"

#include <stdint.h>

#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/number.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/x86/insn.h"

OPTION_TEXT(opt_fault, "fault", "",
	    "CORE:KIND, a fault when the first experiment starts (a test); "
	    "KIND: ud, gp, pf, null, stack, panic, hang");

/* Any address that is neither mapped nor near page 0. */
#define UNMAPPED 0x0000500000000000ull
#define NOT_CANONICAL 0x8000000000000000ull

static void invalid_opcode(void)
{
	__asm__ volatile("ud2");
}

static void read_at(uint64_t address)
{
	(void)*(volatile uint8_t *)address;
}

static void general_protection(void)
{
	read_at(NOT_CANONICAL);
}

static void page_fault(void)
{
	read_at(UNMAPPED);
}

static void null_pointer(void)
{
	read_at(0);
}

/* Calls itself until the guard page stops it. */
__attribute__((noinline)) static unsigned deeper(volatile unsigned *depth)
{
	volatile uint8_t room[1024];

	room[0] = (uint8_t)++*depth;
	return *depth ? deeper(depth) + room[0] : 0;
}

static void stack_overflow(void)
{
	volatile unsigned depth = 0;

	(void)deeper(&depth);
}

static void panic(void)
{
	machine_panic("asked for by the option fault=");
}

static const struct {
	const char *name;
	void (*cause)(void);
} kind[] = {
	{ "ud", invalid_opcode }, { "gp", general_protection },
	{ "pf", page_fault }, { "null", null_pointer },
	{ "stack", stack_overflow }, { "panic", panic }, { "hang", halt_for_ever },
};

static void (*chosen)(void);
static uint64_t victim;

static void body(unsigned core, void *arg)
{
	(void)arg;
	if (core == victim)
		chosen();
}

static void complain(void)
{
	char text[160];

	format(text, sizeof(text), "fault=%s: takes CORE:KIND, a started core "
	       "and one of the kinds that list shows", opt_fault.text);
	machine_panic(text);
}

void fault_if_asked(void)
{
	const char *text = number_read(opt_fault.text, &victim);

	if (!opt_fault.text[0])
		return;
	if (text && *text == ':' && victim < machine_cores())
		for (unsigned i = 0; i < sizeof(kind) / sizeof(kind[0]); i++)
			if (!strcmp(text + 1, kind[i].name))
				chosen = kind[i].cause;
	if (chosen)
		machine_run(machine_cores(), body, NULL);
	else
		complain();
}
