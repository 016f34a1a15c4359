/* SPDX-License-Identifier: MIT */
/* SPCR: offsets by Microsoft's Serial Port Console Redirection Table, 1.10. */
#include "kernel/firmware/acpi.h"
#include "kernel/firmware/bytes.h"
#include "kernel/x86/regs.h"

#define SPCR_TYPE 36u
#define   TYPE_16550 0u
#define   TYPE_16450 1u
#define   TYPE_16550_BY_ADDRESS 0x12u
#define SPCR_ADDRESS 40u
#define SPCR_BAUD 58u
#define SPCR_PCI_ID 64u        /* device and vendor; all ones: it is not PCI */
#define   PCI_ID_ABSENT 0xFFFFu
#define SPCR_PCI_BUS 68u
#define SPCR_PCI_DEVICE 69u
#define SPCR_PCI_FUNCTION 70u
#define SPCR_CLOCK 76u         /* Hz, of revision 3 on; 0: as usual */
#define   CLOCK_USUAL (UART_CLOCK * 16u)
#define SPCR_REVISION 8u
#define SPCR_SIZE 80u

static bool is_16550(uint8_t type)
{
	return type == TYPE_16550 || type == TYPE_16450 ||
	       type == TYPE_16550_BY_ADDRESS;
}

/* Another clock than usual makes other rates of the same divisors. */
static uint32_t baud_of(const uint8_t *spcr)
{
	static const uint32_t by_code[] = { 0, 0, 0, 9600, 19200, 0, 57600,
					    115200 };
	uint32_t clock = spcr[SPCR_REVISION] >= 3 ? read32(spcr + SPCR_CLOCK)
						  : 0;

	if (clock && clock != CLOCK_USUAL)
		return 0;
	return spcr[SPCR_BAUD] < sizeof(by_code) / sizeof(by_code[0]) ?
	       by_code[spcr[SPCR_BAUD]] : 0;
}

/* Of a register; 0 where it is none that we know. */
static unsigned width_of(const uint8_t *gas)
{
	unsigned bytes = gas[GAS_ACCESS] ? 1u << ((gas[GAS_ACCESS] - 1) & 7)
					 : gas[GAS_WIDTH] / 8u;

	return bytes == 1 || bytes == 4 ? bytes : 0;
}

bool spcr_read(struct acpi *acpi, struct spcr_port *port)
{
	size_t length;
	const uint8_t *spcr = acpi_find(acpi, "SPCR", &length);
	const uint8_t *gas;

	if (!spcr || length < SPCR_SIZE || !is_16550(spcr[SPCR_TYPE]))
		return false;
	gas = spcr + SPCR_ADDRESS;
	if (gas[GAS_SPACE] > GAS_PORT)
		return false;
	*port = (struct spcr_port){
		.memory = gas[GAS_SPACE] == GAS_MEMORY,
		.width = gas[GAS_SPACE] == GAS_MEMORY ? width_of(gas) : 1,
		.address = read64(gas + GAS_ADDRESS),
		.baud = baud_of(spcr),
		.on_pci = read16(spcr + SPCR_PCI_ID) != PCI_ID_ABSENT,
		.bus = spcr[SPCR_PCI_BUS], .device = spcr[SPCR_PCI_DEVICE],
		.function = spcr[SPCR_PCI_FUNCTION],
	};
	return port->width && port->address;
}
