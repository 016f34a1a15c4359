/* SPDX-License-Identifier: MIT */
#include "bench/config/complain.h"

#include <stdarg.h>

#include "bench/config/wrap.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"

/* Of what there is; the rest of the sentence fits beside it in a record. */
#define THERE_MAX (LOG_TEXT_MAX - 250)

bool complain(const char *code, const char *text, ...)
{
	static char sentence[LOG_TEXT_MAX];
	va_list args;

	va_start(args, text);
	format_v(sentence, sizeof(sentence), text, args);
	va_end(args);
	log_warning(code, "%s", sentence);
	machine_style(MACHINE_BAD);
	wrap_print(sentence, 0, 2);
	machine_style(MACHINE_PLAIN);
	return false;
}

/* ---- a wrong name ------------------------------------------------------ */

static struct wrong_name {
	const char *what;
	struct word word;
	struct nearest nearest;
	char there[THERE_MAX]; /* each name with a blank before it */
	size_t length;
	bool full;
} wrong;

void wrong_name_begin(const char *what, struct word word)
{
	wrong = (struct wrong_name){ .what = what, .word = word };
	nearest_begin(&wrong.nearest, word);
}

static bool shown(struct word name)
{
	const char *rest = wrong.there;
	struct word word;

	while (word_next(&rest, ' ', &word))
		if (word.letters == name.letters &&
		    !memcmp(word.text, name.text, name.letters))
			return true;
	return false;
}

void wrong_name_show(const char *name, size_t letters)
{
	char *end = wrong.there + wrong.length;
	size_t room = sizeof(wrong.there) - wrong.length;

	if (wrong.full || shown((struct word){ name, letters }))
		return;
	wrong.full = letters + sizeof("  ...") > room;
	if (wrong.full)
		format(end, room, " ...");
	else
		wrong.length += format(end, room, " %.*s", (int)letters, name);
}

void wrong_name_compare(const char *name, size_t letters)
{
	nearest_offer(&wrong.nearest, (struct word){ name, letters });
}

void wrong_name_offer(const char *name)
{
	wrong_name_compare(name, strlen(name));
	wrong_name_show(name, strlen(name));
}

bool wrong_name_end(const char *code, const char *option)
{
	const struct word *name = &wrong.nearest.name;
	char guess[NEAREST_LETTERS + 24] = "";

	if (name->text)
		format(guess, sizeof(guess), " (did you mean '%.*s'?)",
		       (int)name->letters, name->text);
	return complain(code, "%s=%.*s: no %s is called '%.*s'%s; there are:%s",
			option, (int)wrong.word.letters, wrong.word.text,
			wrong.what, (int)wrong.word.letters, wrong.word.text,
			guess, wrong.there);
}
