/* SPDX-License-Identifier: MIT */
/*
 * What waits for the serial line. A reader that pauses is ordinary (flow
 * control of a terminal, a USB adapter, a BMC): the writer waits while bytes
 * leave. When too few do, the rest stays here, and each later write tries
 * again with half the patience. What finds no room is lost whole, so that each
 * line that arrives is whole. Pure: the port is reached through functions.
 */
#ifndef KERNEL_SERIAL_QUEUE_H
#define KERNEL_SERIAL_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SERIAL_QUEUE_SIZE 65536u /* bytes */
#define SERIAL_RESERVE 1024u     /* of it for the last words */

/*
 * Fewer bytes than this in so long a time, and the line stands still. A port
 * that never takes a byte costs a run at most twice this time, and once more
 * at its end.
 */
#define SERIAL_PATIENCE_MS 5000u
#define SERIAL_LEAST_BYTES 1000u

struct serial_port {
	bool (*ready)(void);        /* takes a byte now */
	void (*put)(uint8_t byte);
	uint64_t (*now)(void);      /* ticks */
};

/* Starts anew, with nothing queued. The port must outlive the queue. */
void serial_queue_init(const struct serial_port *port);

/*
 * Queues all of it or nothing, then sends what the line takes. patience: ticks
 * of SERIAL_PATIENCE_MS; least: bytes that must leave in that time. False:
 * there was no room. What follows a loss begins a new line.
 */
bool serial_queue_write(const char *text, size_t length, uint64_t patience,
			unsigned least);

/* The last words come next: they may have the room that is kept for them. */
void serial_queue_last(void);

/* Sends what is left with full patience, for the end of a run. */
void serial_queue_drain(uint64_t patience, unsigned least);

#endif
