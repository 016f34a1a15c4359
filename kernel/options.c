/* SPDX-License-Identifier: MIT */
#include "kernel/options.h"

#include "kernel/number.h"
#include "kernel/string.h"

REGISTRY(qc_options, struct option);

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static struct option *find(const char *name)
{
	REGISTRY_EACH(qc_options, struct option, entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

static bool is_choice(const struct option *option, const char *value)
{
	const char *word = option->choices + sizeof(OPTION_CHOICES) - 1;
	size_t length = strlen(value);

	while (*word) {
		word++; /* the blank */
		if (length && !strncmp(word, value, length) &&
		    (!word[length] || is_blank(word[length])))
			return true;
		while (*word && !is_blank(*word))
			word++;
	}
	return false;
}

/* NULL, or why the value cannot be taken. */
static const char *take(struct option *option, const char *value)
{
	const char *rest;
	uint64_t number;

	switch (option->kind) {
	case OPTION_KIND_FLAG:
		if (value)
			return "takes no value";
		option->number = 1;
		break;
	case OPTION_KIND_NUMBER:
		if (value && option->word && !strcmp(value, option->word)) {
			option->text = value;
			return NULL; /* given means: a number was */
		}
		rest = value ? number_read(value, &number) : NULL;
		if (!rest || *rest)
			return "takes a whole number";
		if (number < option->least)
			return "is below the least value allowed";
		if (number > option->most)
			return "is above the greatest value allowed";
		option->number = number;
		break;
	case OPTION_KIND_TEXT:
		if (!value)
			return "takes a value (name=value)";
		option->text = value;
		break;
	case OPTION_KIND_CHOICE:
		if (!value || !is_choice(option, value))
			return option->choices;
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

	while (*equals && *equals != '=')
		equals++;
	bool has_value = *equals == '=';
	*equals = 0;
	option = find(word);
	problem = option ? take(option, has_value ? equals + 1 : NULL)
			 : "is not an option";
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
