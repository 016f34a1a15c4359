/* SPDX-License-Identifier: MIT */
#include "kernel/ending/stop.h"

#include "kernel/atomic.h"
#include "kernel/console/output.h"
#include "kernel/console/screen.h"
#include "kernel/efi/log_file.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/pages/code_pages.h"
#include "kernel/pages/keyboard.h"
#include "kernel/pages/pages.h"
#include "kernel/pages/turning.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

OPTION_CHOICE(opt_end, "end", "off", "off reboot stay",
	      "after the run: off (switch off), reboot, stay (show the pages)");

#define PAGE_SECONDS 8
#define KEYS_MOST 32u /* that may have been pressed since the last look */
#define KEY_MS 20   /* between two looks at the keyboard */
#define OFF_MS 2000 /* how long a machine may take to switch off */

static struct fadt_facts facts;

void stop_init(const struct fadt_facts *fadt)
{
	facts = *fadt;
}

static void wait_ms(unsigned ms)
{
	uint64_t start = tsc_read();

	while (tsc_read() - start < ticks_of_ms(ms))
		cpu_relax();
}

/* ACPI S5 (ACPI 6.5, 7.4.2): SLP_TYP with SLP_EN into PM1a and PM1b. */
static void switch_off(void)
{
	if (!facts.s5_known || !facts.pm1a_control)
		return;
	outw((uint16_t)facts.pm1a_control,
	     (uint16_t)(facts.s5_a << ACPI_PM1_SLP_TYP_SHIFT) |
	     ACPI_PM1_SLP_EN);
	if (facts.pm1b_control)
		outw((uint16_t)facts.pm1b_control,
		     (uint16_t)(facts.s5_b << ACPI_PM1_SLP_TYP_SHIFT) |
		     ACPI_PM1_SLP_EN);
	wait_ms(OFF_MS);
}

static void reboot_machine(void)
{
	if (facts.reset_known && facts.reset_space == 1)
		outb((uint16_t)facts.reset_address, facts.reset_value);
	outb(RESET_CF9, RESET_CF9_HARD);
	wait_ms(OFF_MS);
}

/* The one that sums the run up; where it has failed, the one that says why. */
static unsigned first_page(int status)
{
	unsigned begun = pages_last_begun();

	return begun ? begun : status ? pages_count() - 1 : 0;
}

/* Ends sooner where a key turns the page. */
static void wait_for_turn(struct turning *turning)
{
	uint64_t start = tsc_read();

	while (tsc_read() - start < ticks_of_seconds(PAGE_SECONDS)) {
		enum key key = keyboard_read();

		turning_key(turning, key);
		if (key != KEY_NONE)
			return;
		wait_ms(KEY_MS);
	}
	turning_wait(turning);
}

static const char *keys(bool codes)
{
	return !keyboard_present() ? "you may switch off now" :
	       log_file_whole() ? "Space PgUp PgDn" :
	       codes ? "Space PgUp PgDn, End: codes" :
		       "Space PgUp PgDn Home End";
}

/* text: pages of the run; codes are behind them. */
static void show_page(const struct turning *turning, unsigned text, int status)
{
	static const char *const words[] = {
		[MACHINE_OK] = "complete", [MACHINE_FAILED] = "FAILED",
		[MACHINE_STOPPED] = "stopped",
	};
	char line[SCREEN_COLUMNS + 1];

	format(line, sizeof(line), " run %s%s - page %u of %u - %s",
	       words[status], log_file_whole() ? ", log kept" : "",
	       turning->page + 1, turning->pages, keys(turning->pages > text));
	if (turning->page < text) {
		code_pages_leave();
		pages_show(turning->page, screen_show_row);
	} else {
		code_pages_show(turning->page - text);
	}
	machine_status(line);
}

/* The pages of the run turn by themselves until a key is pressed, the one that
 * sums it up first; a machine may have no keyboard. */
_Noreturn static void show_pages(int status)
{
	static const char *const words[] = { /* as the log's end has them */
		[MACHINE_OK] = "ok", [MACHINE_FAILED] = "failed",
		[MACHINE_STOPPED] = "stopped",
	};
	unsigned first = first_page(status), text = pages_count();
	unsigned codes = code_pages_make(first, text, words[status]);
	struct turning turning = { first, text + codes, false };

	for (;;) {
		show_page(&turning, text, status);
		output_drain(); /* its reader may come back */
		wait_for_turn(&turning);
	}
}

bool machine_stop_asked(void)
{
	static bool asked;

	for (unsigned left = KEYS_MOST; left && !asked; left--) {
		enum key key = keyboard_read();

		if (key == KEY_NONE)
			break;
		asked = key == KEY_ESCAPE;
	}
	return asked;
}

_Noreturn void machine_stop(int status)
{
	if (machine_core() == 0)
		log_file_end();
	output_drain();
	/* Where QEMU has the debug-exit device, this is the end. */
	outb(DEBUG_EXIT, status ? DEBUG_EXIT_FAILED : DEBUG_EXIT_OK);
	if (!strcmp(opt_end.text, "off"))
		switch_off();
	if (!strcmp(opt_end.text, "reboot"))
		reboot_machine();
	show_pages(status);
}
