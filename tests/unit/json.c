/* SPDX-License-Identifier: MIT */
#include "tests/unit/json.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Each reads one thing and returns what follows it; NULL where it is not. */
static const char *value(const char *at);

static const char *word(const char *at, const char *wanted)
{
	size_t length = strlen(wanted);

	return strncmp(at, wanted, length) ? NULL : at + length;
}

static const char *escape(const char *at)
{
	if (*at != 'u')
		return *at && strchr("\"\\/bfnrt", *at) ? at + 1 : NULL;
	for (int i = 1; i <= 4; i++)
		if (!isxdigit((unsigned char)at[i]))
			return NULL;
	return at + 5;
}

static const char *string(const char *at)
{
	if (*at++ != '"')
		return NULL;
	while (at && *at != '"') {
		if (*at < ' ' || *at == 0x7F) /* char is signed: not ASCII */
			return NULL;
		at = *at == '\\' ? escape(at + 1) : at + 1;
	}
	return at ? at + 1 : NULL;
}

static const char *digits(const char *at)
{
	const char *start = at;

	while (isdigit((unsigned char)*at))
		at++;
	return at == start ? NULL : at;
}

static const char *number(const char *at)
{
	if (*at == '-')
		at++;
	if (*at == '0' && isdigit((unsigned char)at[1]))
		return NULL;
	at = digits(at);
	return at && *at == '.' ? digits(at + 1) : at;
}

static const char *member(const char *at)
{
	at = string(at);
	return at && *at == ':' ? value(at + 1) : NULL;
}

static const char *group(const char *at, char end,
			 const char *(*element)(const char *))
{
	if (*++at == end)
		return at + 1;
	for (;;) {
		at = element(at);
		if (!at)
			return NULL;
		if (*at == end)
			return at + 1;
		if (*at++ != ',')
			return NULL;
	}
}

static const char *value(const char *at)
{
	switch (*at) {
	case '{':
		return group(at, '}', member);
	case '[':
		return group(at, ']', value);
	case '"':
		return string(at);
	case 't':
		return word(at, "true");
	case 'f':
		return word(at, "false");
	case 'n':
		return word(at, "null");
	default:
		return number(at);
	}
}

bool json_is_object(const char *text)
{
	const char *end = *text == '{' ? value(text) : NULL;

	return end && (*end == 0 || (*end == '\n' && end[1] == 0));
}
