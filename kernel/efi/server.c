/* SPDX-License-Identifier: MIT */
#include "kernel/efi/server.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/efi/limit.h"
#include "kernel/format.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define REASON_MAX 96u
#define REASON_OF_SERVER 40u /* letters of it: a line of the screen has 80 */

static const struct efi_guid pxe_base_code = EFI_PXE_BASE_CODE_PROTOCOL_GUID;

struct efi_pxe *server_client(const struct efi_boot_services *boot,
			      efi_handle device)
{
	struct efi_pxe *client = NULL;

	if (boot->handle_protocol(device, &pxe_base_code, (void **)&client))
		return NULL;
	return client;
}

/*
 * Whom the boot file came from. Another machine than the one that gives out
 * addresses may have offered it: its word comes last, and counts. 0: unnamed.
 */
static uint32_t boot_server(const struct efi_pxe_mode *mode)
{
	if (mode->pxe_reply_received && mode->pxe_reply.server)
		return mode->pxe_reply.server;
	if (mode->proxy_offer_received && mode->proxy_offer.server)
		return mode->proxy_offer.server;
	return mode->ack.server;
}

const char *server_unfit(const struct efi_pxe *client)
{
	const struct efi_pxe_mode *mode = client->mode;

	if (!mode || !mode->started)
		return "the firmware's network client has been stopped";
	if (mode->using_ipv6)
		return "booted by IPv6: logs are sent by IPv4 only";
	if (!boot_server(mode))
		return "the DHCP answer names no server (siaddr is 0)";
	return NULL;
}

/* ---- TFTP (RFC 1350) ------------------------------------------------------- */

/*
 * Ours, and not the firmware's: that of EDK II writes where a stale pointer
 * leads when a server refuses a file, and iPXE's cannot send any.
 */
enum code { TFTP_WRITE = 2, TFTP_DATA = 3, TFTP_ACK = 4, TFTP_ERROR = 5 };

#define TFTP_PORT 69u
#define OWN_PORTS 0xC000u   /* from here on they are nobody's (RFC 6335) */
#define HEADER 4u           /* bytes: the code, the block's number */
#define BLOCK 512u          /* bytes of a file in a packet; fewer end it */
#define TRIES 5u
#define WAIT_MS 1000u       /* for an answer; a client may wait longer */

static struct {
	struct efi_pxe *client;
	struct efi_address server;
	uint16_t own_port, port; /* the server answers from one of its own */
	uint8_t packet[HEADER + BLOCK];
	uint64_t bytes;          /* of the packet */
	uint8_t answer[HEADER + BLOCK];
	char reason[REASON_MAX];
} tftp;

static void put16(uint8_t *to, unsigned value)
{
	to[0] = (uint8_t)(value >> 8);
	to[1] = (uint8_t)value;
}

static unsigned get16(const uint8_t *from)
{
	return (unsigned)from[0] << 8 | from[1];
}

/* What the server has said, as far as it can be printed. */
static const char *refusal(uint64_t bytes)
{
	char said[REASON_OF_SERVER + 1];
	unsigned at = 0;

	for (; at < REASON_OF_SERVER && HEADER + at < bytes; at++) {
		said[at] = (char)tftp.answer[HEADER + at];
		if (said[at] < ' ' || said[at] > '~')
			break;
	}
	said[at] = 0;
	format(tftp.reason, sizeof(tftp.reason),
	       "the server refuses it: %s (TFTP error %u)", said,
	       get16(tftp.answer + 2));
	return tftp.reason;
}

/* Bytes of the next packet from the server's port, 0: none came by itself. */
static uint64_t receive(void)
{
	uint16_t from = tftp.port;
	uint64_t bytes = sizeof(tftp.answer);
	/* May be left out (UEFI 2.10, 24.3.9), but iPXE then takes nothing. */
	struct efi_address to = tftp.client->mode->station;

	if (tftp.client->udp_read(tftp.client, EFI_UDP_ANY_SENDERS_PORT, &to,
				  &tftp.own_port, &tftp.server, &from, NULL,
				  NULL, &bytes, tftp.answer) != EFI_SUCCESS)
		return 0;
	if (tftp.port == TFTP_PORT)
		tftp.port = from;
	return from == tftp.port && bytes >= HEADER ? bytes : 0;
}

/* True where the block is acknowledged, or the file refused: *problem. */
static bool answered(unsigned block, const char **problem)
{
	uint64_t start = tsc_read(), bytes;

	*problem = NULL;
	do {
		bytes = receive();
		if (!bytes)
			continue;
		if (get16(tftp.answer) == TFTP_ERROR) {
			*problem = refusal(bytes);
			return true;
		}
		if (get16(tftp.answer) == TFTP_ACK &&
		    get16(tftp.answer + 2) == block)
			return true;
	} while (tsc_read() - start < ticks_of_ms(WAIT_MS));
	return false;
}

/* Sends the packet until it is acknowledged. */
static const char *exchange(unsigned block)
{
	const char *problem;

	for (unsigned tries = 0; tries < TRIES; tries++) {
		limit_anew();
		if (tftp.client->udp_write(tftp.client, 0, &tftp.server,
					   &tftp.port, NULL, NULL,
					   &tftp.own_port, NULL, NULL,
					   &tftp.bytes, tftp.packet) !=
		    EFI_SUCCESS)
			return "the firmware cannot send it";
		if (answered(block, &problem))
			return problem;
	}
	return block ? "the server answers no longer" :
		       "the server does not answer: does it take files?";
}

static const char *ask_to_write(const char *path)
{
	put16(tftp.packet, TFTP_WRITE);
	/* The name and the mode, each with its 0. */
	tftp.bytes = 2 + format((char *)tftp.packet + 2, BLOCK, "%s", path) + 1;
	memcpy(tftp.packet + tftp.bytes, "octet", sizeof("octet"));
	tftp.bytes += sizeof("octet");
	tftp.port = TFTP_PORT;
	return exchange(0);
}

const char *server_put(struct efi_pxe *client, const char *path,
		       const char *text, size_t bytes)
{
	const char *problem;
	size_t size = BLOCK;

	tftp.client = client;
	tftp.server.words[0] = boot_server(client->mode);
	/* Another port for each file: what is late of the last is not of this. */
	tftp.own_port = (uint16_t)(OWN_PORTS | tsc_read());
	problem = ask_to_write(path);
	for (size_t at = 0, block = 1; !problem && size == BLOCK; block++) {
		size = bytes - at < BLOCK ? bytes - at : BLOCK;
		put16(tftp.packet, TFTP_DATA);
		put16(tftp.packet + 2, (unsigned)block);
		memcpy(tftp.packet + HEADER, text + at, size);
		tftp.bytes = HEADER + size;
		problem = exchange((unsigned)block & UINT16_MAX);
		at += size;
	}
	return problem;
}
