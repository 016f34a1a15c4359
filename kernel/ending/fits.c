/* SPDX-License-Identifier: MIT */
#include "kernel/ending/fits.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/console/notice.h"
#include "kernel/format.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

#define TEXT_MAX 160u
#define MAPPED_BITS 32u /* 4 GiB, by boot/entry.asm */

extern char image_start[], image_end[]; /* linker.ld */

/* What is not there forgets what was written. */
static bool remembers(uintptr_t address)
{
	volatile uint32_t *word = (volatile uint32_t *)address;
	uint32_t was = *word, other = ~was;
	bool same;

	*word = other;
	same = *word == other;
	*word = was;
	return same;
}

/* The page's last word tells for the page. */
static bool page_is_there(uintptr_t end)
{
	return remembers(end - sizeof(uint32_t));
}

static uintptr_t end_of_memory(void)
{
	uintptr_t end = (uintptr_t)image_end;

	while (end > (uintptr_t)image_start && !page_is_there(end))
		end -= X86_PAGE_SIZE;
	return end;
}

static void show(const char *text)
{
	volatile uint16_t *cell = (volatile uint16_t *)(uintptr_t)VGA_TEXT;

	while (*text)
		*cell++ = (uint16_t)(VGA_WHITE_ON_RED << 8 | (uint8_t)*text++);
}

static void send_byte(char byte)
{
	for (unsigned i = 0; i < UART_PATIENCE; i++) {
		if (inb(UART_COM1 + UART_LSR) & UART_LSR_THRE)
			break;
		cpu_relax();
	}
	outb(UART_COM1 + UART_DATA, (uint8_t)byte);
}

static void send(const char *text)
{
	outb(UART_COM1 + UART_LCR, UART_LCR_DLAB);
	outb(UART_COM1 + UART_DATA, UART_CLOCK / UART_BAUD);
	outb(UART_COM1 + UART_IER, 0);
	outb(UART_COM1 + UART_LCR, UART_LCR_8N1);
	while (*text)
		send_byte(*text++);
}

void fits_or_stop(uint32_t magic, uintptr_t information)
{
	uintptr_t end = end_of_memory();
	char text[TEXT_MAX];

	if (end == (uintptr_t)image_end)
		return;
	format(text, sizeof(text), "quietcore: not enough memory: %lu KiB are "
	       "there, the image alone needs %lu KiB", end / 1024,
	       (uintptr_t)image_end / 1024);
	send(text);
	send_byte('\n');
	show(text);
	notice_draw(magic, information, MAPPED_BITS, VGA_WHITE_ON_RED, text);
	outb(DEBUG_EXIT, DEBUG_EXIT_FAILED);
	halt_for_ever();
}
