/* SPDX-License-Identifier: MIT */
/*
 * Options from the kernel command line: words `name`, `name=value`, parted by
 * blanks. An option is declared by the file that uses it:
 *
 *	OPTION_NUMBER(opt_rounds, "rounds", 5, 1, 100, "rounds per variant");
 *	... opt_rounds.number ...
 */
#ifndef KERNEL_OPTIONS_H
#define KERNEL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/registry.h"

enum option_kind {
	OPTION_KIND_FLAG, OPTION_KIND_NUMBER, OPTION_KIND_TEXT,
	OPTION_KIND_CHOICE,
};

struct option {
	const char *name;
	const char *help;       /* one line, lower case, no full stop */
	enum option_kind kind;
	bool given;             /* on the command line */
	uint64_t number;        /* flag: 0 or 1 */
	uint64_t least, most;   /* bounds of a number */
	const char *text;       /* of a text or a choice; never NULL */
	const char *choices;    /* the words of a choice, parted by blanks */
	const char *word;       /* what a number may be instead; NULL: nothing */

	/* Of number and text before anything was taken. A number below the
	 * least stands for what the suite or the machine says. */
	uint64_t number_absent;
	const char *text_absent;
};

#define OPTION_FLAG(variable, option_name, help_text)                        \
	static struct option variable = { .name = option_name,               \
		.help = help_text, .kind = OPTION_KIND_FLAG };               \
	REGISTER(qc_options, variable)

#define OPTION_NUMBER(variable, option_name, value, lo, hi, help_text)       \
	static struct option variable = { .name = option_name,               \
		.help = help_text, .kind = OPTION_KIND_NUMBER,               \
		.number = value, .number_absent = value,                     \
		.least = lo, .most = hi };                                   \
	REGISTER(qc_options, variable)

/* A number or that word, which sets text and leaves the number alone. */
#define OPTION_NUMBER_OR(variable, option_name, value, lo, hi, other,        \
			 help_text)                                          \
	static struct option variable = { .name = option_name,               \
		.help = help_text, .kind = OPTION_KIND_NUMBER,               \
		.number = value, .number_absent = value,                     \
		.least = lo, .most = hi, .text = "", .word = other };        \
	REGISTER(qc_options, variable)

#define OPTION_TEXT(variable, option_name, value, help_text)                 \
	static struct option variable = { .name = option_name,               \
		.help = help_text, .kind = OPTION_KIND_TEXT,                 \
		.text = value, .text_absent = value };                       \
	REGISTER(qc_options, variable)

/* A text that must be one of the words of `words`, parted by blanks. */
#define OPTION_CHOICE(variable, option_name, value, words, help_text)        \
	static struct option variable = { .name = option_name,               \
		.help = help_text, .kind = OPTION_KIND_CHOICE,               \
		.text = value, .text_absent = value, .choices = words };     \
	REGISTER(qc_options, variable)

/*
 * Parses a command line into the registered options; a later word wins over
 * an earlier one. `line` is changed and must live as long as the options.
 * Each word that cannot be taken is handed to complain(word, reason), with a
 * reason that names what could be; it is gone when complain returns. The other
 * words still count. Numbers are decimal, or hexadecimal with 0x. Returns the
 * number of bad words.
 */
unsigned options_parse(char *line,
		       void (*complain)(const char *word, const char *reason));

/* Hands every registered option to show, in the order of their names. */
void options_list(void (*show)(const struct option *option));

#endif
