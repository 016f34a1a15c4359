/* SPDX-License-Identifier: MIT */
/*
 * The Linux program's composition root: the same program as the image's, on
 * the Linux machine. Its arguments are the image's options.
 */
#include <string.h>

#include "bench/build_info.h"
#include "bench/program.h"
#include "hosted/arguments.h"
#include "hosted/conditions/conditions.h"
#include "hosted/cpu/abandon.h"
#include "hosted/cpu/cores.h"
#include "hosted/cpu/privileges.h"
#include "hosted/facts/facts.h"
#include "hosted/memory.h"
#include "hosted/output.h"
#include "hosted/stop.h"
#include "hosted/time/clock.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/print.h"

static struct arguments arguments;

/* The program complains of bad words: it can write them into the log. */
static void say_nothing(const char *word, const char *reason)
{
	(void)word;
	(void)reason;
}

static void read_options(void)
{
	static char parsed[ARGUMENTS_MAX];

	memcpy(parsed, arguments.command_line, sizeof(parsed));
	options_parse(parsed, say_nothing);
}

static void show_version(void)
{
	print("quietcore-hosted %s (%s%s)\n", build_info.version,
	      build_info.git, build_info.dirty ? ", changed" : "");
}

static const char help[] =
	"usage: quietcore-hosted [OPTION]...\n\n"
	"Measures what the bare-metal image measures, as a Linux program. Where\n"
	"standard output is a terminal it prints tables. Elsewhere it writes\n"
	"records (JSON Lines) to it, and the tables to standard error.\n\n"
	"  --list      list experiments, variants and options\n"
	"  --log FILE  write the records to FILE, the tables to standard output\n"
	"  --version   say which version it is\n"
	"  --help, -h  say this\n\n"
	"Examples:\n"
	"  quietcore-hosted bench=lock variant=mcs,ttas\n"
	"  quietcore-hosted bench=queue rounds=20 --log queue.log\n"
	"  quietcore-hosted --list bench=queue\n\n"
	"The status is 0 where all went well, 1 where the run failed, 2 where it\n"
	"could not begin. Two dashes before an option change nothing.\n";

static void show_help(void)
{
	machine_text(help, sizeof(help) - 1);
	list_options();
}

/* What needs no machine, then the end. */
static void answer_question(void)
{
	if (arguments.help)
		show_help();
	else if (arguments.version)
		show_version();
	else
		return;
	machine_stop(0);
}

#define NOT_BEGUN 2

int main(int argc, char **argv)
{
	int status;

	facts_look();
	arguments_read(&arguments, argc, argv);
	read_options();
	output_begin(arguments.log, arguments.help || arguments.version ||
					    arguments.list);
	answer_question();
	stop_catch_faults(hosted_abandon_fault);
	stop_catch_interrupts();
	hosted_memory_init();
	hosted_start_cores(abandon_serve);
	conditions_begin();
	hosted_clock_init();
	hosted_clock_compare_cores();
	facts_collect(arguments.command_line);
	granted_ask();
	status = program();
	machine_stop(program_refused() ? NOT_BEGUN : status);
}
