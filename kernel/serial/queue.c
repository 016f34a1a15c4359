/* SPDX-License-Identifier: MIT */
#include "kernel/serial/queue.h"

#include "kernel/atomic.h"

#define STALLS_MOST 16u /* from there on a window is no time at all */

static const struct serial_port *port;
static char queue[SERIAL_QUEUE_SIZE];
static uint64_t queued, sent;  /* bytes, ever */
static unsigned stalls;        /* in a row */
static bool lost;              /* something, since the last that was queued */
static bool last;              /* what comes may have the reserve */

void serial_queue_init(const struct serial_port *to)
{
	port = to;
}

static uint64_t room_left(void)
{
	return SERIAL_QUEUE_SIZE - (queued - sent);
}

void serial_queue_last(void)
{
	last = true;
}

/*
 * Until so many bytes are free, or too few leave in a window of time. Each
 * stall halves the window and what is due in it, each window in which enough
 * left doubles both: a line that crawls cannot hold up a run either.
 */
static void send_bytes(uint64_t wanted, uint64_t patience, unsigned least)
{
	uint64_t start = port->now();
	unsigned taken = 0;

	while (queued != sent && room_left() < wanted) {
		if (port->ready()) {
			port->put((uint8_t)queue[sent++ % SERIAL_QUEUE_SIZE]);
			taken++;
			continue;
		}
		if (port->now() - start < patience >> stalls) {
			cpu_relax();
			continue;
		}
		if (taken < (least >> stalls ? least >> stalls : 1)) {
			stalls += stalls < STALLS_MOST;
			return;
		}
		stalls -= stalls > 0;
		start = port->now();
		taken = 0;
	}
	if (queued == sent)
		stalls = 0;
}

static void put_character(char c)
{
	queue[queued++ % SERIAL_QUEUE_SIZE] = c;
}

bool serial_queue_write(const char *text, size_t length, uint64_t patience,
			unsigned least)
{
	size_t wanted = length + 1 + (last ? 0 : SERIAL_RESERVE);

	if (room_left() < wanted)
		send_bytes(wanted, patience, least);
	if (room_left() < wanted) {
		lost = true;
		return false;
	}
	if (lost && queued && queue[(queued - 1) % SERIAL_QUEUE_SIZE] != '\n')
		put_character('\n');
	lost = false;
	for (size_t i = 0; i < length; i++)
		put_character(text[i]);
	send_bytes(SERIAL_QUEUE_SIZE, patience, least);
	return true;
}

void serial_queue_drain(uint64_t patience, unsigned least)
{
	stalls = 0;
	send_bytes(SERIAL_QUEUE_SIZE, patience, least);
}
