/* SPDX-License-Identifier: MIT */
/*
 * A UEFI firmware of one fault, with a stick or a network that it was booted
 * from; and us as its guest, on instructions that do nothing, in a time that
 * goes on when the firmware's clock is looked at.
 */
#ifndef TESTS_UNIT_KERNEL_EFI_FAKE_EFI_H
#define TESTS_UNIT_KERNEL_EFI_FAKE_EFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/efi/services.h"

#define FAKE_MEDIUM_BYTES 200000u
#define FAKE_IMAGE_BYTES 0x2000u

enum efi_fault {
	NO_FAULT,
	/* when we arrive */
	NO_TAG, SHORT_TAG, NO_MAP, MAP_GROWS, NO_ROOM, NO_PAGES, SMALL,
	BUSY_BELOW_US, NO_ALARM, NO_CLOCK, HANGS, NO_DEVICE,
	/* gives no such object: refuses, or gives_null */
	NO_IMAGE, NO_FILES, NO_ROOT, NO_FOLDER, NO_MARKER, NO_FILE,
	READ_ONLY, NO_INFO, MARKER_READ_ONLY,
	/* of the network */
	STOPPED, BY_IPV6, NO_SERVER,
	/* in a visit */
	CLOCK_STANDS, NOT_OPEN_AGAIN, CANNOT_GO_ON, CANNOT_WRITE, WRITES_LESS,
	MARKER_GONE, NOT_FLUSHED, NO_READING_BACK, CANNOT_READ, ENDS_EARLY,
	WRONG_BYTE, NOT_CLOSED,
};

struct fake_efi {
	enum efi_fault fault;
	bool gives_null, by_network;
	uint64_t cr4;
	unsigned refusals;   /* of ExitBootServices */
	unsigned late;       /* looks at its clock, before it has ticked */
	uint64_t gap;        /* us between two of them */
	size_t wrong;        /* the byte that is read otherwise */
	unsigned no_execute; /* at that level of its tables, 1 to 4; 0: none */
	unsigned large;      /* the way ends at that one */
	bool last_page_no_execute;

	/* What was asked of it. */
	unsigned maps, rooms, taken, exits, asked, visits, ended, looks;
	uint64_t alarm, clock, paused; /* units; 0: stopped */
	const char *notice;
	uint64_t now;                  /* us */
	uint64_t used, grown;          /* bytes of its memory, of its map */
	bool wants_room;               /* for the map */

	/* The log's file. */
	char bytes[FAKE_MEDIUM_BYTES];
	size_t size, position, flushed;
	unsigned sizes;      /* how often the directory got one */
};

extern struct fake_efi its;
extern char fake_image[FAKE_IMAGE_BYTES]; /* ours, in its memory */
extern const struct efi_system_table fake_system_table;
extern struct efi_pxe_mode fake_pxe_mode;
extern struct efi_pxe fake_client;

/* With no fault yet; nothing was asked. */
void fake_efi_begin(void);

/* Boots by it, with these options. Why no log is kept. */
const char *fake_efi_arrive(const char *options);

/* Fires its alarm, as where it does not come back. */
void fake_efi_hang(void);

#endif
