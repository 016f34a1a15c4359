/* SPDX-License-Identifier: MIT */
/* kernel/efi/server.c with a network client of a firmware. */
#include "kernel/efi/server.h"

#include <stdbool.h>
#include <string.h>

#include "kernel/console/log_whole.h"
#include "kernel/efi/log_file.h"
#include "kernel/minmax.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/kernel/efi/fake_efi.h"
#include "tests/unit/test.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* a firmware's functions */

/*
 * A server in few words: it takes what comes to its port and answers by the
 * next read. Each fault happens once.
 */
enum { REQUEST = 2, DATA = 3, ACK = 4, ERROR = 5, ITS_PORT = 40000 };
enum fault {
	NONE, SILENT, LOSES_ONE, ANSWERS_TWICE, STRANGER, REFUSES, TALKS,
	GOES_AWAY, CANNOT_SEND,
};

static struct {
	enum fault fault;
	uint8_t answer[80];
	size_t bytes, taken;
	uint32_t address;
	unsigned packets, last_block;
	char request[80], text[4000];
} server;

static void reply(unsigned code, unsigned number, const char *text)
{
	const uint8_t head[4] = { 0, (uint8_t)code, (uint8_t)(number >> 8),
				  (uint8_t)number };

	memcpy(server.answer, head, 4);
	memcpy(server.answer + 4, text, strlen(text));
	server.bytes = 4 + strlen(text);
}

static void take(const uint8_t *packet, size_t bytes)
{
	unsigned number = (unsigned)packet[2] << 8 | packet[3];

	if (packet[1] == REQUEST) {
		memcpy(server.request, packet + 2, min_u64(bytes - 2, 80));
		number = 0;
	} else if (number == server.last_block + 1) {
		CHECK_EQUAL(packet[1], DATA);
		memcpy(server.text + server.taken, packet + 4, bytes - 4);
		server.taken += bytes - 4;
		server.last_block = number;
	}
	reply(ACK, number, "");
}

static efi_status EFI_CALL udp_write(struct efi_pxe *pxe, uint16_t flags,
				     const struct efi_address *to,
				     const uint16_t *to_port,
				     const struct efi_address *gateway,
				     const struct efi_address *from,
				     uint16_t *from_port,
				     const uint64_t *header_bytes,
				     const void *header, const uint64_t *bytes,
				     const void *packet)
{
	const uint8_t *sent = packet;
	bool third = ++server.packets == 3;

	CHECK(*from_port >= 0xC000);
	CHECK_EQUAL(*to_port, sent[1] == REQUEST ? 69 : ITS_PORT);
	server.address = to->words[0];
	if (server.fault == ANSWERS_TWICE && third)
		reply(ACK, 1, "");
	else if (server.fault == REFUSES)
		reply(ERROR, 2, "No\x1b[2J");
	else if (server.fault == TALKS)
		reply(ERROR, 259, "~ 789 123456789 123456789 123456789 ~!too much");
	else if (server.fault != SILENT &&
		 !(server.fault == GOES_AWAY && server.packets >= 3) &&
		 !(server.fault == LOSES_ONE && third))
		take(sent, *bytes);
	return server.fault == CANNOT_SEND;
}

static efi_status EFI_CALL udp_read(struct efi_pxe *pxe, uint16_t flags,
				    struct efi_address *to, uint16_t *to_port,
				    struct efi_address *from,
				    uint16_t *from_port, uint64_t *header_bytes,
				    void *header, uint64_t *bytes, void *packet)
{
	CHECK(to->words[0] == 77 && *to_port >= 0xC000);
	CHECK_EQUAL(flags, EFI_UDP_ANY_SENDERS_PORT);
	CHECK_EQUAL(from->words[0], server.address);
	if (!server.bytes)
		return 18; /* a time-out */
	memset(packet, '+', 80); /* what is left there of others */
	memcpy(packet, server.answer, server.bytes);
	*bytes = server.bytes;
	*from_port = ITS_PORT;
	if (server.fault == STRANGER && server.last_block == 1) {
		server.fault = NONE;
		*from_port = ITS_PORT + 1; /* and then the real one */
		((uint8_t *)packet)[1] = ERROR;
	} else {
		server.bytes = 0;
	}
	return EFI_SUCCESS;
}

/* Booted by that network. */
static void begin(enum fault fault)
{
	fake_efi_begin();
	its.by_network = true;
	memset(&server, 0, sizeof(server));
	server.fault = fault;
	fake_client.udp_write = udp_write;
	fake_client.udp_read = udp_read;
	fake_efi_arrive("");
	fake_pxe_mode.station.words[0] = 77;
}

static const struct {
	enum fault fault;
	size_t bytes;
	unsigned packets;
	const char *why; /* it is not there */
} files[] = {
	/* A file ends with a block that is not full. */
	{ NONE, 0, 2, NULL }, { NONE, 1, 2, NULL }, { NONE, 511, 2, NULL },
	{ NONE, 512, 3, NULL }, { NONE, 513, 3, NULL }, { NONE, 1024, 4, NULL },
	{ NONE, 3000, 7, NULL },
	{ LOSES_ONE, 2000, 1 + 4 + 1, NULL },
	/* Where the next block is lost, too, it must not count for that one. */
	{ ANSWERS_TWICE, 2000, 1 + 4 + 1, NULL },
	{ STRANGER, 2000, 1 + 4, NULL },
	{ SILENT, 1, 5, "the server does not answer: does it take files?" },
	{ GOES_AWAY, 2000, 2 + 5, "the server answers no longer" },
	{ CANNOT_SEND, 1, 1, "the firmware cannot send it" },
	/* Its own words, as far as they can be printed, and fit. */
	{ REFUSES, 1, 1, "the server refuses it: No (TFTP error 2)" },
	{ TALKS, 1, 1, "the server refuses it: ~ 789 123456789 123456789 "
	  "123456789 ~!to (TFTP error 259)" },
};

TEST(efi_server_takes_a_file_or_it_is_said_why_not)
{
	static char text[4000];

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)('a' + i % 23);
	EACH_ROW(i, files) {
		begin(files[i].fault);
		CHECK_TEXT(server_put(&fake_client, "quietcore/a.log", text,
				      files[i].bytes), files[i].why);
		CHECK_EQUAL(server.packets, files[i].packets);
		if (files[i].why)
			continue;
		CHECK_EQUAL(server.taken, files[i].bytes);
		CHECK(!memcmp(server.text, text, files[i].bytes));
		CHECK(!memcmp(server.request, "quietcore/a.log\0octet", 22));
	}
}

/* What was not received is left from elsewhere. */
TEST(efi_server_sends_to_where_the_boot_file_came_from)
{
	static const struct {
		bool proxy, pxe;
		uint32_t proxys, pxes, to;
	} offers[] = {
		{ false, false, 2, 3, 1 }, { true, false, 2, 3, 2 },
		{ true, true, 2, 3, 3 }, { true, true, 2, 0, 2 },
		{ true, true, 0, 0, 1 }, { false, true, 2, 0, 1 },
	};

	EACH_ROW(i, offers) {
		begin(NONE);
		fake_pxe_mode.proxy_offer_received = offers[i].proxy;
		fake_pxe_mode.proxy_offer.server = offers[i].proxys;
		fake_pxe_mode.pxe_reply_received = offers[i].pxe;
		fake_pxe_mode.pxe_reply.server = offers[i].pxes;
		CHECK_TEXT(server_put(&fake_client, "a", "t", 1), NULL);
		CHECK_EQUAL(server.address, offers[i].to);
	}
}

/* TFTP knows no appending: at the end all of it is sent anew. */
TEST(efi_server_gets_the_log)
{
	static struct boot_info boot;

	begin(NONE);
	efi_memory(&boot);
	log_whole_write("first\n", 6);
	log_file_begin();
	CHECK_EQUAL(server.taken, 6);
	log_file_keep();
	CHECK_EQUAL(server.packets, 2);
	memset(&server, 0, sizeof(server));
	log_file_end();
	CHECK(log_file_whole());
	CHECK(!strncmp(server.request, "quietcore/20260203-", 19));
	CHECK(strstr(fake.text, "Log on the server: 20260203-"));
	CHECK(strstr(fake.text, "in the folder quietcore, acknowledged by it.\n"));
}
