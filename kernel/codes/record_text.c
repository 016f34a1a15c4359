/* SPDX-License-Identifier: MIT */
#include "kernel/codes/record_text.h"

#include "kernel/string.h"

bool span_is(struct span text, const char *wanted)
{
	return span_length(text) == strlen(wanted) &&
	       !strncmp(text.at, wanted, span_length(text));
}

/* Where an element ends: at its comma, or at what closes them all. */
static const char *end_of(const char *at, const char *end)
{
	unsigned depth = 0;
	bool quoted = false;

	for (; at < end; at++) {
		if (quoted && *at == '\\')
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (quoted)
			continue;
		else if (!depth && (*at == ',' || *at == ']' || *at == '}'))
			break;
		else if (*at == '[' || *at == '{')
			depth++;
		else if (*at == ']' || *at == '}')
			depth--;
	}
	return at < end ? at : end;
}

bool span_next(struct span *all, struct span *each)
{
	if (all->at >= all->end)
		return false;
	each->at = all->at + 1;
	each->end = end_of(each->at, all->end);
	all->at = each->end;
	return each->at < each->end;
}

bool span_next_field(struct span *object, struct span *name,
		     struct span *value)
{
	if (!span_next(object, value))
		return false;
	name->at = ++value->at;
	while (value->at < value->end && *value->at != '"')
		value->at++;
	name->end = value->at;
	value->at += 2; /* behind the quote and the colon */
	return value->at < value->end;
}

struct span span_text(struct span value)
{
	if (value.at < value.end && *value.at == '"') {
		value.at++;
		value.end--;
	}
	return value;
}

bool span_is_number(struct span value)
{
	return value.at < value.end &&
	       (*value.at == '-' || (*value.at >= '0' && *value.at <= '9'));
}

int64_t span_milli(struct span number, unsigned *places)
{
	bool negative = *number.at == '-', decimals = false;
	uint64_t value = 0;
	unsigned after = 0;

	for (const char *at = number.at + negative; at < number.end; at++)
		if (*at == '.') {
			decimals = true;
		} else {
			value = value * 10 + (uint64_t)(*at - '0');
			after += decimals;
		}
	if (*places < after)
		*places = after;
	for (; after < 3; after++)
		value *= 10;
	return negative ? -(int64_t)value : (int64_t)value;
}
