/* SPDX-License-Identifier: MIT */
#include "kernel/serial/places.h"

#include <stddef.h>

#include "kernel/common/number.h"
#include "kernel/string.h"
#include "kernel/x86/regs.h"

static struct serial_place port_at(uint16_t port)
{
	return (struct serial_place){
		.uart = { .width = 1, .address = port }, .baud = UART_BAUD,
	};
}

bool serial_usual(unsigned index, struct serial_place *place)
{
	static const uint16_t usual[] = {
		UART_COM1, UART_COM2, UART_COM3, UART_COM4,
	};

	if (index >= sizeof(usual) / sizeof(usual[0]))
		return false;
	*place = port_at(usual[index]);
	return true;
}

/* ---- the option --------------------------------------------------------- */

static const struct form {
	const char *word;
	struct uart uart;   /* but for its address */
	uint64_t most;      /* address */
} forms[] = {
	{ "io:", { .believed = true, .width = 1 }, UINT16_MAX - UART_REGISTERS + 1 },
	{ "mmio:", { .memory = true, .believed = true, .width = 1 }, UINT64_MAX },
	{ "mmio32:", { .memory = true, .believed = true, .width = 4 }, UINT64_MAX },
};

static const struct form *form_of(const char *text)
{
	for (unsigned i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (!strncmp(text, forms[i].word, strlen(forms[i].word)))
			return &forms[i];
	return NULL;
}

const char *serial_place_read(const char *text, struct serial_place *place)
{
	const struct form *form = form_of(text);
	uint64_t address, baud = UART_BAUD;

	if (!form)
		return "it takes " SERIAL_FORMS;
	text = number_read(text + strlen(form->word), &address);
	if (text && *text == ',')
		text = number_read(text + 1, &baud);
	if (!text || *text || address > form->most || baud > UART_CLOCK)
		return "it takes " SERIAL_FORMS;
	if (!baud || UART_CLOCK % baud)
		return "the baud rate does not divide 115200";
	place->uart = form->uart;
	place->uart.address = address;
	place->baud = (uint32_t)baud;
	return NULL;
}
