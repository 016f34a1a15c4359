/* SPDX-License-Identifier: MIT */
/* kernel/efi/server.c with a network client of a firmware. */
#include "kernel/efi/server.h"

#include <stdbool.h>
#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct efi_pxe_mode mode;
static struct efi_boot_services boot;

/*
 * A server in few words: it takes what comes to its port and answers by the
 * next read. Each fault happens once.
 */
enum { REQUEST = 2, DATA = 3, ACK = 4, ERROR = 5, ITS_PORT = 40000 };
static struct {
	enum {
		NO_FAULT, SILENT, LOSES_ONE, ANSWERS_TWICE, STRANGER, REFUSES,
		GOES_AWAY, CANNOT_SEND,
	} fault;
	uint8_t answer[64];
	size_t bytes, taken;
	uint16_t from;
	uint32_t address;
	unsigned packets, last_block;
	char name[80], mode[16], text[4000];
} server;

static void reply(unsigned code, unsigned number, const char *text)
{
	server.answer[0] = 0;
	server.answer[1] = (uint8_t)code;
	server.answer[2] = (uint8_t)(number >> 8);
	server.answer[3] = (uint8_t)number;
	memcpy(server.answer + 4, text, strlen(text) + 1);
	server.bytes = 4 + (*text ? strlen(text) + 1 : 0);
	server.from = ITS_PORT;
}

static void take(const uint8_t *packet, size_t bytes)
{
	unsigned number = (unsigned)packet[2] << 8 | packet[3];

	if (packet[1] == REQUEST) {
		strncpy(server.name, (const char *)packet + 2, 79);
		strncpy(server.mode, (const char *)packet + 3 +
			strlen(server.name), 15);
		CHECK_EQUAL(bytes, 2 + strlen(server.name) + 1 +
			 strlen(server.mode) + 1);
		reply(ACK, 0, "");
		return;
	}
	CHECK_EQUAL(packet[1], DATA);
	if (number == server.last_block + 1) {
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

	(void)pxe, (void)flags, (void)gateway, (void)from, (void)header;
	(void)header_bytes;
	CHECK(*from_port >= 0xC000);
	CHECK_EQUAL(*to_port, sent[1] == REQUEST ? 69 : ITS_PORT);
	server.packets++;
	server.address = to->words[0];
	if (server.fault == CANNOT_SEND)
		return 1;
	if (server.fault == SILENT ||
	    (server.fault == GOES_AWAY && server.packets > 2))
		return EFI_SUCCESS;
	if (server.fault == LOSES_ONE && server.packets == 3)
		return EFI_SUCCESS;
	if (server.fault == ANSWERS_TWICE && server.packets == 3) {
		reply(ACK, 1, "");
		return EFI_SUCCESS;
	}
	take(sent, *bytes);
	if (server.fault == REFUSES)
		reply(ERROR, 2, "No\x1b[2J");
	return EFI_SUCCESS;
}

static efi_status EFI_CALL udp_read(struct efi_pxe *pxe, uint16_t flags,
				    struct efi_address *to, uint16_t *to_port,
				    struct efi_address *from,
				    uint16_t *from_port, uint64_t *header_bytes,
				    void *header, uint64_t *bytes, void *packet)
{
	(void)pxe, (void)header, (void)header_bytes;
	CHECK(to->words[0] == mode.station.words[0] && *to_port >= 0xC000);
	CHECK_EQUAL(flags, EFI_UDP_ANY_SENDERS_PORT);
	CHECK_EQUAL(from->words[0], server.address);
	if (!server.bytes)
		return 18; /* a time-out */
	memcpy(packet, server.answer, server.bytes);
	*bytes = server.bytes;
	*from_port = server.from;
	if (server.fault == STRANGER && server.last_block == 1) {
		server.fault = NO_FAULT;
		*from_port = ITS_PORT + 1; /* and then the real one */
		((uint8_t *)packet)[1] = ERROR;
	} else {
		server.bytes = 0;
	}
	return EFI_SUCCESS;
}

static struct efi_pxe client = { .udp_write = udp_write, .udp_read = udp_read,
				 .mode = &mode };

static efi_status EFI_CALL handle_protocol(efi_handle handle,
					   const struct efi_guid *guid,
					   void **protocol)
{
	static const struct efi_guid pxe = EFI_PXE_BASE_CODE_PROTOCOL_GUID;

	if (memcmp(guid, &pxe, sizeof(pxe)) || !handle)
		return 3; /* unsupported */
	*protocol = handle;
	return EFI_SUCCESS;
}

static void begin(void)
{
	memset(&mode, 0, sizeof(mode));
	memset(&server, 0, sizeof(server));
	boot.handle_protocol = handle_protocol;
	mode.started = 1;
	mode.ack.server = 1;
	fake.clock.hz = 1000000; /* a wait is short */
}

/* Sends so many bytes; true where just these have arrived. */
static bool arrives(size_t bytes)
{
	static char text[4000];

	for (size_t i = 0; i < bytes; i++)
		text[i] = (char)('a' + i % 23);
	return !server_put(&client, "quietcore/a.log", text, bytes) &&
	       server.taken == bytes && !memcmp(server.text, text, bytes);
}

static bool says(const char *text, const char *part)
{
	return text && strstr(text, part);
}

TEST(efi_server_a_network_is_told_from_a_disk)
{
	begin();
	CHECK(server_client(&boot, &client) == &client);
	CHECK(!server_client(&boot, NULL));
}

TEST(efi_server_a_client_that_cannot_send_is_said)
{
	begin();
	CHECK(!server_unfit(&client));
	mode.ack.server = 0;
	CHECK(says(server_unfit(&client), "no server"));
	mode.using_ipv6 = 1;
	CHECK(says(server_unfit(&client), "IPv6"));
	mode.started = 0;
	CHECK(says(server_unfit(&client), "stopped"));
}

TEST(efi_server_sends_to_where_the_boot_file_came_from)
{
	begin();
	CHECK(arrives(4) && server.address == 1);
	begin();
	mode.proxy_offer.server = 2; /* not received: left from elsewhere */
	mode.pxe_reply.server = 3;
	CHECK(arrives(4) && server.address == 1);
	begin();
	mode.proxy_offer.server = 2;
	mode.proxy_offer_received = 1;
	CHECK(arrives(4) && server.address == 2);
	begin();
	mode.proxy_offer.server = 2;
	mode.proxy_offer_received = 1;
	mode.pxe_reply.server = 3;
	mode.pxe_reply_received = 1;
	CHECK(arrives(4) && server.address == 3);
}

TEST(efi_server_a_file_ends_with_a_block_that_is_not_full)
{
	static const size_t sizes[] = { 0, 1, 511, 512, 513, 1024, 3000 };

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		begin();
		CHECK(arrives(sizes[i]));
		CHECK_EQUAL(server.last_block, sizes[i] / 512 + 1);
		CHECK(!strcmp(server.name, "quietcore/a.log"));
		CHECK(!strcmp(server.mode, "octet"));
	}
}

TEST(efi_server_what_is_lost_is_sent_again)
{
	begin();
	server.fault = LOSES_ONE;
	CHECK(arrives(2000));
	CHECK_EQUAL(server.packets, 1 + 4 + 1);
}

/* Where the next block is lost, too, it must not count for that one. */
TEST(efi_server_a_second_acknowledgement_counts_for_its_own_block)
{
	begin();
	server.fault = ANSWERS_TWICE;
	CHECK(arrives(2000));
	CHECK_EQUAL(server.packets, 1 + 4 + 1);
}

TEST(efi_server_hears_no_other_port)
{
	begin();
	server.fault = STRANGER;
	CHECK(arrives(2000));
}

TEST(efi_server_says_why_a_file_is_not_taken)
{
	begin();
	server.fault = SILENT;
	CHECK(says(server_put(&client, "a", "t", 1), "does not answer"));
	CHECK_EQUAL(server.packets, 5);
	begin();
	server.fault = GOES_AWAY;
	CHECK(says(server_put(&client, "a", server.text, 2000),
		   "answers no longer"));
	begin();
	server.fault = CANNOT_SEND;
	CHECK(says(server_put(&client, "a", "t", 1), "firmware cannot"));
}

TEST(efi_server_a_servers_own_words_end_where_they_cannot_be_printed)
{
	begin();
	server.fault = REFUSES;
	CHECK(says(server_put(&client, "a", "t", 1),
		   "the server refuses it: No (TFTP error 2)"));
}
