/* SPDX-License-Identifier: MIT */
#include "hosted/arguments.h"

#include <stdio.h>
#include <string.h>

#include "hosted/fail.h"
#include "kernel/options.h"

/* Never parsed, as they are taken out before; declared to be listed, and to be
 * what may have been meant. */
OPTION_FLAG(opt_help, "help", "say how the program is called, then end");
OPTION_FLAG(opt_version, "version", "say which version it is, then end");
OPTION_TEXT(opt_log, "log", "", "file that the records are written to");

static void append_word(struct arguments *a, const char *word)
{
	size_t at = strlen(a->command_line);
	int length = snprintf(a->command_line + at, ARGUMENTS_MAX - at, "%s%s",
			      at ? " " : "", word);

	if (at + (size_t)length >= ARGUMENTS_MAX)
		hosted_fail("the options are longer than %d characters",
			    ARGUMENTS_MAX - 1);
}

/* True if `next` was used up, too: --log FILE. */
static bool take_argument(struct arguments *a, const char *word,
			  const char *next)
{
	bool dashes = !strncmp(word, "--", 2);
	const char *name = dashes ? word + 2 : word;

	if (!strcmp(name, "help") || !strcmp(word, "-h"))
		a->help = true;
	else if (!strcmp(name, "version"))
		a->version = true;
	else if (!strncmp(name, "log=", 4))
		a->log = name + 4;
	else if (dashes && !strcmp(name, "log") && next) {
		a->log = next;
		return true;
	} else {
		append_word(a, name);
		a->list |= dashes && !strcmp(name, "list");
	}
	return false;
}

void arguments_read(struct arguments *arguments, int count, char **words)
{
	*arguments = (struct arguments){ .command_line = "" };
	for (int i = 1; i < count; i++)
		i += take_argument(arguments, words[i], words[i + 1]);
}
