/* SPDX-License-Identifier: MIT */
/* kernel/serial/queue.c on readers that pause, crawl, stop and come back. */
#include "kernel/serial/queue.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

/* Time is in microseconds; each look at the port takes some. */
#define SECOND 1000000ull
#define PATIENCE (SERIAL_PATIENCE_MS * 1000ull)
#define LOOK_US 50u
#define BUFFER 4096u /* bytes that the host takes before its reader does */
#define MOST 400000u
#define FOREVER UINT64_MAX

/* It reads from then on, a byte in so long; 0: whatever comes. */
struct reader { uint64_t from_us, byte_us; };

static const struct reader
	pauses = { 2 * SECOND, 0 }, slow = { 0, SECOND / 1024 },
	stops = { FOREVER, 0 }, comes_back = { 300 * SECOND, 0 },
	comes_back_slow = { 300 * SECOND, SECOND / 1024 },
	crawls = { 0, 4 * SECOND };

static uint64_t now_us;
static char got[MOST];
static size_t taken;
static const struct reader *reader; /* NULL: it has this room alone */
static uint64_t allowed;

static uint64_t now(void)
{
	return now_us;
}

static uint64_t room(void)
{
	if (!reader)
		return allowed;
	if (now_us < reader->from_us)
		return BUFFER;
	return reader->byte_us ?
	       BUFFER + (now_us - reader->from_us) / reader->byte_us : MOST;
}

static bool ready(void)
{
	now_us += LOOK_US;
	return taken < room();
}

static void put(uint8_t byte)
{
	got[taken++] = (char)byte;
}

static const struct serial_port port = { ready, put, now };

static void start(const struct reader *who)
{
	now_us = taken = 0;
	reader = who;
	serial_queue_init(&port);
}

static bool write_bytes(size_t bytes, uint64_t patience, unsigned least)
{
	static char large[SERIAL_QUEUE_SIZE];

	return serial_queue_write(large, bytes, patience, least);
}

static bool write_line(unsigned number)
{
	char line[201];

	snprintf(line, sizeof(line), "{%06u%192s}", number, "");
	line[199] = '\n';
	return serial_queue_write(line, 200, PATIENCE, SERIAL_LEAST_BYTES);
}

static unsigned write_lines(unsigned from, unsigned lines)
{
	unsigned kept = 0;

	for (unsigned i = from; i < from + lines; i++)
		kept += write_line(i);
	return kept;
}

/* Lines that arrived; each is whole and in order, or the test fails. */
static unsigned whole_lines(void)
{
	unsigned count = 0, number, last = 0;

	got[taken] = 0;
	for (char *at = got, *end; (end = strchr(at, '\n')); at = end + 1) {
		CHECK_EQUAL(end - at, 199);
		CHECK_EQUAL(sscanf(at, "{%06u", &number), 1);
		CHECK(!count || number > last);
		last = number;
		count++;
	}
	return count;
}

TEST(serial_a_reader_that_pauses_or_is_slow_gets_all)
{
	start(&pauses);
	CHECK_EQUAL(write_lines(0, 1000), 1000);
	CHECK_EQUAL(whole_lines(), 1000);
	start(&slow);
	CHECK_EQUAL(write_lines(0, 500), 500);
	CHECK_EQUAL(whole_lines(), 500);
}

TEST(serial_a_reader_that_stops_costs_a_stated_time)
{
	start(&stops);
	CHECK_EQUAL(write_lines(0, 1500),
		    (BUFFER + SERIAL_QUEUE_SIZE - SERIAL_RESERVE) / 200);
	CHECK(!write_line(1500));
	serial_queue_last();
	CHECK(write_line(1501)); /* the end record is not lost */
	CHECK(now_us <= 2 * PATIENCE + 1500 * 10 * LOOK_US);
	serial_queue_drain(PATIENCE, SERIAL_LEAST_BYTES);
	CHECK(now_us <= 3 * PATIENCE + 1500 * 10 * LOOK_US);
	CHECK_EQUAL(taken, BUFFER);
}

TEST(serial_a_line_that_crawls_does_not_hold_up_a_run)
{
	start(&crawls);
	write_lines(0, 1500);
	CHECK(now_us < 60 * SECOND);
}

/* What it missed is lost in whole lines; what follows is as it should be. */
TEST(serial_a_reader_that_comes_back_gets_whole_lines)
{
	start(&comes_back);
	unsigned kept = write_lines(0, 1000);

	CHECK(kept < 1000);
	now_us = 300 * SECOND;
	CHECK_EQUAL(write_lines(1000, 200), 200);
	CHECK_EQUAL(whole_lines(), kept + 200);
}

TEST(serial_what_a_stall_has_left_is_drained_once_the_reader_is_back)
{
	start(&comes_back_slow);
	CHECK_EQUAL(write_lines(0, 100), 100);
	CHECK(whole_lines() < 100);
	now_us = 300 * SECOND;
	serial_queue_drain(PATIENCE, SERIAL_LEAST_BYTES);
	CHECK_EQUAL(whole_lines(), 100);
}

/* Text without its line feed, whose rest was lost: a record begins a line. */
TEST(serial_after_a_loss_a_new_line_begins)
{
	start(&comes_back);
	CHECK(serial_queue_write("text", 4, PATIENCE, SERIAL_LEAST_BYTES));
	CHECK(!write_bytes(SERIAL_QUEUE_SIZE, PATIENCE, SERIAL_LEAST_BYTES));
	CHECK(serial_queue_write("{}\n", 3, PATIENCE, SERIAL_LEAST_BYTES));
	got[taken] = 0;
	CHECK_TEXT(got, "text\n{}\n");
}

/* A line has room for a line feed before it, and the end record its reserve. */
TEST(serial_a_line_fits_that_leaves_the_reserve)
{
	const size_t most = SERIAL_QUEUE_SIZE - SERIAL_RESERVE - 1;

	start(NULL);
	CHECK(!write_bytes(most + 1, PATIENCE, 1));
	CHECK(write_bytes(most, PATIENCE, 1));
	CHECK(!write_bytes(1, PATIENCE, 1));
	serial_queue_last();
	CHECK(write_bytes(SERIAL_RESERVE, PATIENCE, 1));
	CHECK(!write_bytes(1, PATIENCE, 1));
}

/* Enough in a first window of time, one too few in the next. */
TEST(serial_each_window_of_time_takes_enough_or_is_the_last)
{
	static const struct reader dwindles = { PATIENCE + PATIENCE / 2,
						PATIENCE / 7 };

	start(&dwindles);
	taken = BUFFER - 4;
	CHECK(write_bytes(10, PATIENCE, 4));
	CHECK_EQUAL(taken, BUFFER + 3);
	CHECK(now_us >= 2 * PATIENCE);
	CHECK(now_us < 2 * PATIENCE + PATIENCE / 2);
}

/* Each stall halves the time of the next, 16 times at most. Where it has stalled
 * so often that nothing is due, a byte is enough: the next window is twice as
 * long. */
TEST(serial_a_stall_costs_a_65536th_of_the_patience_at_least)
{
	const uint64_t patience = 1ull << 24, least = patience >> 16;
	uint64_t before = 0;

	start(NULL);
	for (unsigned i = 0; i < 40; i++) {
		before = now_us;
		CHECK(write_bytes(1, patience, 4));
	}
	CHECK(now_us - before >= least);
	CHECK(now_us - before <= least + 2 * LOOK_US);
	before = now_us;
	allowed = 1;
	CHECK(write_bytes(1, patience, 4));
	CHECK_EQUAL(taken, 1);
	CHECK(now_us - before >= 3 * least);
	CHECK(now_us - before <= 3 * least + 6 * LOOK_US);
}

/* It waits for the room that it wants, not for a byte more. */
TEST(serial_a_line_waits_for_its_room_alone)
{
	uint64_t before;

	start(NULL);
	CHECK(write_bytes(SERIAL_QUEUE_SIZE - SERIAL_RESERVE - 1, 0, 1));
	before = now_us;
	allowed = 9;
	CHECK(write_bytes(9, PATIENCE, 1));
	CHECK_EQUAL(taken, 9);
	/* A window that is halved by one stall, behind the line. */
	CHECK(now_us - before < PATIENCE / 2 + PATIENCE / 4);
}
