/* SPDX-License-Identifier: MIT */
#include "kernel/common/maker_text.h"

#include <stdbool.h>

#include "kernel/format.h"
#include "kernel/string.h"

/* In small letters; a text that begins so is one. */
static const char *const placeholder[] = {
	"to be filled by", "to be set by",
};

/* ... a text that is so. */
static const char *const placeholder_word[] = {
	"all series", "base board product name", "bios version",
	"default string", "empty", "invalid", "n/a", "na", "none",
	"not applicable", "not available", "not specified", "o.e.m.", "oem",
	"product name", "standard", "system manufacturer",
	"system product name", "system serial number", "system version",
	"type1productconfigid", "undefined", "unknown",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static char small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool begins(const char *text, const char *with)
{
	while (*with && small(*text) == *with) {
		text++;
		with++;
	}
	return !*with;
}

static bool is_letter_or_digit(char c)
{
	return (small(c) >= 'a' && small(c) <= 'z') || (c >= '0' && c <= '9');
}

static bool says_something(const char *text)
{
	while (*text && !is_letter_or_digit(*text))
		text++;
	return *text;
}

static bool is_placeholder(const char *text)
{
	for (unsigned i = 0; i < COUNT(placeholder); i++)
		if (begins(text, placeholder[i]))
			return true;
	for (unsigned i = 0; i < COUNT(placeholder_word); i++)
		if (begins(text, placeholder_word[i]) &&
		    !text[strlen(placeholder_word[i])])
			return true;
	return false;
}

const char *maker_text(char kept[MAKER_TEXT_SIZE], const char *text)
{
	size_t length;

	while (*text == ' ')
		text++;
	length = strlen(text);
	if (length >= MAKER_TEXT_SIZE)
		length = MAKER_TEXT_SIZE - 1;
	while (length && text[length - 1] == ' ')
		length--;
	memcpy(kept, text, length);
	kept[length] = 0;
	return says_something(kept) && !is_placeholder(kept) ? kept : NULL;
}

const char *maker_firmware(char *text, size_t size, const char *maker,
			   const char *version, const char *date)
{
	const char *const part[] = { maker, version, date };
	size_t length = 0;

	text[0] = 0;
	for (unsigned i = 0; i < COUNT(part); i++)
		if (part[i] && length < size)
			length += format(text + length, size - length, "%s%s",
					 length ? " " : "", part[i]);
	return length ? text : NULL;
}
