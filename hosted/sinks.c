/* SPDX-License-Identifier: MIT */
/* Linux has the screen and the ports: what a program writes to is a file. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/print.h"

#define TAKEN_OUT 4096u /* bytes at once */

static int file = -1;
static int master = -1, terminal = -1; /* a pseudo-terminal's two ends */

static void nothing(void)
{
}

static bool refused; /* a byte: then a row would be too fast */

static bool took_all(void)
{
	return !refused;
}

static void write_file(uint64_t count)
{
	static const char byte;

	while (count--)
		if (pwrite(file, &byte, 1, 0) != 1)
			refused = true;
}

static void write_terminal(uint64_t count)
{
	static const char byte;

	while (count--)
		if (write(terminal, &byte, 1) != 1)
			refused = true;
}

/* What was written is read: there is room again. */
static void clear_terminal(void)
{
	char bytes[TAKEN_OUT];

	while (read(master, bytes, sizeof(bytes)) > 0)
		;
}

static bool open_file(void)
{
	if (file < 0)
		file = memfd_create("quietcore", MFD_CLOEXEC);
	return file >= 0;
}

static bool open_terminal(void)
{
	const int how = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;

	if (terminal >= 0)
		return true;
	if (master < 0)
		master = posix_openpt(how);
	if (master < 0 || grantpt(master) || unlockpt(master))
		return false;
	terminal = open(ptsname(master), how);
	return terminal >= 0;
}

const struct machine_sink *machine_sink(enum machine_sink_kind kind)
{
	static struct machine_sink sinks[MACHINE_SINKS] = {
		[MACHINE_TEXT_CELL] = { .missing = "Linux has the screen" },
		[MACHINE_PIXEL] = { .missing = "Linux has the screen" },
		[MACHINE_PORT] = { .missing = "Linux has the serial port" },
		[MACHINE_FILE] = { .begin = nothing, .clear = nothing,
				   .write = write_file, .end = nothing,
				   .intact = took_all },
		[MACHINE_TERMINAL] = { .begin = nothing,
				       .clear = clear_terminal,
				       .write = write_terminal,
				       .end = clear_terminal,
				       .intact = took_all },
	};

	if (kind == MACHINE_FILE && !open_file())
		sinks[kind].missing = "Linux gives no file in memory";
	if (kind == MACHINE_TERMINAL && !open_terminal())
		sinks[kind].missing = "Linux gives no pseudo-terminal";
	return &sinks[kind];
}
