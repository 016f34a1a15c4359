/* SPDX-License-Identifier: MIT */
#include "kernel/output.h"

#include "kernel/format.h"
#include "kernel/log_ring.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/screen.h"
#include "kernel/serial.h"
#include "kernel/string.h"
#include "kernel/warnings.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

OPTION_TEXT(opt_serial, "serial", "auto",
	    "serial port: auto, off, io:PORT or io:PORT,BAUD");

/* ---- which port -------------------------------------------------------- */

/* Reads a number, decimal or 0x hexadecimal; NULL if there is none. */
static const char *read_number(const char *text, uint32_t *value)
{
	unsigned base = 10;
	const char *start;

	*value = 0;
	if (text[0] == '0' && text[1] == 'x') {
		base = 16;
		text += 2;
	}
	for (start = text;; text++) {
		unsigned digit = *text >= '0' && *text <= '9' ? *text - '0' :
				 *text >= 'a' && *text <= 'f' ? *text - 'a' + 10 :
				 99;
		if (digit >= base)
			return text > start ? text : NULL;
		*value = *value * base + digit;
	}
}

/* "io:PORT[,BAUD]"; false if it is written otherwise. */
static bool read_port(const char *text, uint32_t *port, uint32_t *baud)
{
	if (strncmp(text, "io:", 3))
		return false;
	text = read_number(text + 3, port);
	if (text && *text == ',')
		text = read_number(text + 1, baud);
	return text && !*text && *port <= UINT16_MAX;
}

/* COM1 as the BIOS found it; under UEFI that word is 0: the usual place. */
static uint32_t default_port(void)
{
	uint16_t port = read_word_at(BDA_COM1);

	return port ? port : UART_COM1;
}

static const char *start_serial(void)
{
	uint32_t port, baud = UART_CLOCK;

	if (!strcmp(opt_serial.text, "off"))
		return NULL;
	if (!strcmp(opt_serial.text, "auto"))
		port = default_port();
	else if (!read_port(opt_serial.text, &port, &baud))
		return "serial= takes auto, off, io:PORT or io:PORT,BAUD";
	return serial_init((uint16_t)port, baud);
}

/* ---- public ------------------------------------------------------------ */

void output_init(void)
{
	const char *problem;

	log_ring_init();
	screen_init();
	problem = start_serial();
	if (problem)
		warnings_add("no_serial", "serial line off: %s", problem);
}

void output_format(const char *text, ...)
{
	char line[512];
	va_list args;

	va_start(args, text);
	size_t length = format_v(line, sizeof(line), text, args);
	va_end(args);
	machine_text(line, length < sizeof(line) ? length : sizeof(line) - 1);
}

void output_drain(void)
{
	serial_drain();
}

void machine_text(const char *text, size_t length)
{
	screen_write(text, length);
	serial_write(text, length);
}

void machine_style(enum machine_style style)
{
	screen_style(style);
}

void machine_record(const char *line, size_t length)
{
	log_ring_write(line, length);
	serial_write(line, length);
}

void machine_status(const char *text)
{
	screen_status(text);
}

void machine_screen(unsigned *columns, unsigned *rows)
{
	*columns = SCREEN_COLUMNS;
	*rows = SCREEN_TEXT_ROWS;
}
