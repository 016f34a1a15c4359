/* SPDX-License-Identifier: MIT */
#include "kernel/ending/fault_option.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/common/number.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/x86/insn.h"

OPTION_TEXT(opt_fault, "fault", "",
	    "CORE:KIND, a fault when the first experiment starts, or boot:KIND, "
	    "in the boot (a test); "
	    "KIND: ud, gp, pf, panic, and not in the boot: null, stack, hang");

/* Any address that is neither mapped nor near page 0. */
#define UNMAPPED 0x0000500000000000ull
#define AT_BOOT "boot:"
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

static void asked_panic(void)
{
	machine_panic("asked for by the option fault=");
}

/* In the boot, page 0 is still mapped and the stack has no guard yet. */
static const struct {
	const char *name;
	void (*cause)(void);
	bool at_boot;
} kind[] = {
	{ "ud", invalid_opcode, true }, { "gp", general_protection, true },
	{ "pf", page_fault, true }, { "panic", asked_panic, true },
	{ "null", null_pointer, false }, { "stack", stack_overflow, false },
	{ "hang", halt_for_ever, false },
};

static void (*chosen)(void);
static uint64_t victim;

static void cause_on_victim(unsigned core, void *arg)
{
	(void)arg;
	if (core == victim)
		chosen();
}

static void panic_of_bad_option(void)
{
	char text[160];

	format(text, sizeof(text), "fault=%s: takes CORE:KIND, a started core "
	       "and one of the kinds that list shows, or boot:KIND",
	       opt_fault.text);
	machine_panic(text);
}

static void choose_fault(const char *name, bool at_boot)
{
	for (unsigned i = 0; i < sizeof(kind) / sizeof(kind[0]); i++)
		if (!strcmp(name, kind[i].name) && kind[i].at_boot >= at_boot)
			chosen = kind[i].cause;
}

void fault_at_boot(void)
{
	if (strncmp(opt_fault.text, AT_BOOT, strlen(AT_BOOT)))
		return;
	choose_fault(opt_fault.text + strlen(AT_BOOT), true);
	if (chosen)
		chosen();
	else
		panic_of_bad_option();
}

void fault_if_asked(void)
{
	static bool asked; /* what hangs ends, and others follow */
	const char *text = number_read(opt_fault.text, &victim);

	if (!opt_fault.text[0] || asked)
		return;
	asked = true;
	if (text && *text == ':' && victim < machine_cores())
		choose_fault(text + 1, false);
	if (chosen)
		machine_run(machine_cores(), cause_on_victim, NULL);
	else
		panic_of_bad_option();
}
