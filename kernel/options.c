/* SPDX-License-Identifier: MIT */
#include "kernel/options.h"

#include <stdarg.h>

#include "kernel/common/number.h"
#include "kernel/format.h"
#include "kernel/string.h"
#include "kernel/words.h"

REGISTRY(qc_options, struct option);

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static struct option *find_option(const char *name)
{
	REGISTRY_EACH(qc_options, struct option, entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

/* ---- why a word cannot be taken ---------------------------------------- */

#define REASON_MAX 768u

static char reason[REASON_MAX];

static const char *because(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));

static const char *because(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	format_v(reason, sizeof(reason), text, args);
	va_end(args);
	return reason;
}

static void add_reason(const char *text)
{
	size_t at = strlen(reason);

	format(reason + at, sizeof(reason) - at, "%s", text);
}

static void add_guess(const struct nearest *near)
{
	size_t at = strlen(reason);

	if (near->name.text)
		format(reason + at, sizeof(reason) - at,
		       " (did you mean '%.*s'?)", (int)near->name.letters,
		       near->name.text);
}

static const char *no_number(const struct option *option)
{
	because("a whole number is needed, %lu to %lu", option->least,
		option->most);
	if (option->word) {
		add_reason(" or ");
		add_reason(option->word);
	}
	return reason;
}

static const char *no_choice(const struct option *option, const char *value)
{
	const char *rest = option->choices;
	struct nearest near;
	struct word word;

	nearest_begin(&near, word_of(value ? value : ""));
	while (word_next(&rest, ' ', &word))
		nearest_offer(&near, word);
	because("one of these is needed: %s", option->choices);
	add_guess(&near);
	return reason;
}

static void add_name(const struct option *option)
{
	add_reason(" ");
	add_reason(option->name);
}

static const char *no_option(const char *name)
{
	struct nearest near;

	nearest_begin(&near, word_of(name));
	REGISTRY_EACH(qc_options, struct option, entry)
		nearest_offer(&near, word_of((*entry)->name));
	because("no option is called '%s'", name);
	add_guess(&near);
	add_reason("; there are:");
	options_list(add_name);
	return reason;
}

/* ---- taking words ------------------------------------------------------ */

static bool is_choice(const struct option *option, const char *value)
{
	const char *rest = option->choices;
	struct word word;

	while (word_next(&rest, ' ', &word))
		if (word_is(&word, value))
			return true;
	return false;
}

/* These return NULL, or why the value (NULL: none is given) is not taken. */

static const char *take_number(struct option *option, const char *value)
{
	const char *rest;
	uint64_t number;

	if (value && option->word && !strcmp(value, option->word)) {
		option->text = value;
		return NULL; /* given means: a number was */
	}
	rest = value ? number_read(value, &number) : NULL;
	if (!value || (!rest && !number) || (rest && *rest))
		return no_number(option);
	if (!rest || number > option->most)
		return because("at most %lu", option->most);
	if (number < option->least)
		return because("at least %lu", option->least);
	option->number = number;
	option->given = true;
	return NULL;
}

static const char *take_value(struct option *option, const char *value)
{
	switch (option->kind) {
	case OPTION_KIND_FLAG:
		if (value)
			return "takes no value";
		option->number = 1;
		break;
	case OPTION_KIND_NUMBER:
		return take_number(option, value);
	case OPTION_KIND_TEXT:
		if (!value)
			return "a value is needed, after a '='";
		option->text = value;
		break;
	case OPTION_KIND_CHOICE:
		if (!value || !is_choice(option, value))
			return no_choice(option, value);
		option->text = value;
		break;
	}
	option->given = true;
	return NULL;
}

/* Splits `word` at its equals sign, takes it, restores the sign if bad. */
static const char *take_word(char *word)
{
	char *equals = word;
	struct option *option;
	const char *problem;
	bool has_value;

	while (*equals && *equals != '=')
		equals++;
	has_value = *equals == '=';
	*equals = 0;
	option = find_option(word);
	problem = option ? take_value(option, has_value ? equals + 1 : NULL)
			 : no_option(word);
	if (problem && has_value)
		*equals = '=';
	return problem;
}

unsigned options_parse(char *line,
		       void (*complain)(const char *word, const char *reason))
{
	unsigned bad = 0;

	while (*line) {
		while (is_blank(*line))
			line++;
		if (!*line)
			break;
		char *word = line;
		while (*line && !is_blank(*line))
			line++;
		if (*line)
			*line++ = 0;
		const char *problem = take_word(word);
		if (problem) {
			complain(word, problem);
			bad++;
		}
	}
	return bad;
}

void options_list(void (*show)(const struct option *option))
{
	const char *last = "";

	/* The next name after the last one shown: few options, no sort. */
	for (;;) {
		const struct option *next = NULL;

		REGISTRY_EACH(qc_options, struct option, entry)
			if (strcmp((*entry)->name, last) > 0 &&
			    (!next || strcmp((*entry)->name, next->name) < 0))
				next = *entry;
		if (!next)
			return;
		show(next);
		last = next->name;
	}
}
