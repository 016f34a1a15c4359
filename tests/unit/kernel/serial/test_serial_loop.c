/* SPDX-License-Identifier: MIT */
/* kernel/serial/serial.c: the line is lent to who asks what a byte costs, and
 * comes back before anything is written. */
#include "kernel/serial/queue.h"
#include "kernel/serial/uart.h"
#include "tests/unit/test.h"

/* The chip, played. */
static struct {
	bool loops, busy;
	unsigned sent, round; /* bytes that left; that came back */
	unsigned finished, forgot;
} chip;

static bool start(void)
{
	return true;
}

static void put(void)
{
	if (chip.loops)
		chip.round++;
	else
		chip.sent++;
}

/* A queue that sends at once. */
static bool send(size_t length)
{
	while (length--)
		put();
	return true;
}

#define uart_start(uart, baud) ((void)(uart), (void)(baud), start())
#define uart_rate(uart) ((void)(uart), 115200u)
#define uart_ready(uart) ((void)(uart), !chip.busy)
#define uart_put(uart, byte) ((void)(uart), (void)(byte), put())
#define uart_finish(uart) ((void)(uart), (void)chip.finished++)
#define uart_loop(uart, on) ((void)(uart), (void)(chip.loops = (on)))
#define uart_loops(uart) ((void)(uart), chip.loops)
#define uart_forget(uart) ((void)(uart), (void)chip.forgot++)
#define serial_queue_init(port) ((void)(port))
#define serial_queue_write(text, length, patience, least)                    \
	((void)(text), (void)(patience), (void)(least), send(length))
#define serial_queue_drain(patience, least) ((void)(patience), (void)(least))
#define serial_open apart_open
#define serial_is_open apart_is_open
#define serial_uses apart_uses
#define serial_write apart_write
#define serial_drain apart_drain
#define serial_off apart_off
#define serial_loop_begin apart_loop_begin
#define serial_loop_end apart_loop_end
#define serial_loop_put apart_loop_put
#define serial_loop_left apart_loop_left
#include "kernel/serial/serial.c"

static void lend(void)
{
	static const struct uart any;

	CHECK(apart_open(&any, 115200));
	chip.sent = 0;
	apart_loop_begin();
	CHECK(chip.loops);
	CHECK(!apart_loop_left());
}

TEST(serial_line_that_is_lent_sends_nothing)
{
	lend();
	for (unsigned i = 0; i < 5; i++)
		CHECK(apart_loop_put(0));
	CHECK_EQUAL(chip.round, 5);
	CHECK_EQUAL(chip.sent, 0);
	apart_loop_end();
	CHECK(apart_loop_left());
	CHECK_EQUAL(chip.forgot, 1);
	apart_loop_end(); /* twice is once */
	CHECK_EQUAL(chip.forgot, 1);
	CHECK(!apart_loop_put(0));
	CHECK_EQUAL(chip.round + chip.sent, 5);
}

TEST(serial_line_comes_back_before_anything_is_written)
{
	lend();
	CHECK(apart_write("now", 3));
	CHECK(!chip.loops);
	CHECK_EQUAL(chip.sent, 3);
	CHECK(!apart_loop_put(0)); /* who had it does not write into the log */
	CHECK_EQUAL(chip.sent, 3);
	lend();
	apart_drain();
	CHECK(!chip.loops);
}

TEST(serial_chip_that_takes_nothing_ends_the_wait)
{
	lend();
	chip.busy = true;
	CHECK(!apart_loop_put(0));
	CHECK_EQUAL(chip.round, 0);
}
