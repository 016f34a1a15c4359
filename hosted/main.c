/* SPDX-License-Identifier: MIT */
/*
 * The Linux program's composition root: the same program as the image's, on
 * the Linux machine. Its arguments are the image's options.
 */
#include <stdio.h>
#include <string.h>

#include "bench/program.h"
#include "hosted/clock.h"
#include "hosted/cores.h"
#include "hosted/facts.h"
#include "hosted/granted.h"
#include "hosted/memory.h"
#include "hosted/output.h"
#include "hosted/stop.h"
#include "kernel/machine.h"
#include "kernel/options.h"

#define COMMAND_MAX 2048

static char command_line[COMMAND_MAX];

static void join(int count, char **words)
{
	size_t at = 0;

	for (int i = 1; i < count; i++) {
		int length = snprintf(command_line + at, COMMAND_MAX - at,
				      "%s%s", i > 1 ? " " : "", words[i]);

		at += (size_t)length;
		if (at >= COMMAND_MAX)
			hosted_fail("the options are longer than %d characters",
				    COMMAND_MAX - 1);
	}
}

/* The program complains of bad words: it can write them into the log. */
static void say_nothing(const char *word, const char *reason)
{
	(void)word;
	(void)reason;
}

static void read_options(void)
{
	static char parsed[COMMAND_MAX];

	memcpy(parsed, command_line, sizeof(parsed));
	options_parse(parsed, say_nothing);
}

int main(int argc, char **argv)
{
	facts_look();
	join(argc, argv);
	read_options();
	output_begin();
	stop_catch_faults();
	hosted_memory_init();
	hosted_start_cores();
	hosted_clock_init();
	hosted_clock_compare_cores();
	facts_collect(command_line);
	granted_ask();
	machine_stop(program());
}
