/* SPDX-License-Identifier: MIT */
/*
 * The text of a record, taken apart where it stands: JSON as kernel/log.c
 * writes it, without blanks. Pure.
 */
#ifndef KERNEL_CODES_RECORD_TEXT_H
#define KERNEL_CODES_RECORD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span { const char *at, *end; };

static inline size_t span_length(struct span text)
{
	return (size_t)(text.end - text.at);
}

bool span_is(struct span text, const char *wanted);

/* The next element of an array or object, which is then what follows it. */
bool span_next(struct span *all, struct span *each);

/* The same of an object. */
bool span_next_field(struct span *object, struct span *name,
		     struct span *value);

/* A value without its quotes, if it has any. */
struct span span_text(struct span value);

bool span_is_number(struct span value);

/* A number in thousandths; `places` becomes no less than its decimals. */
int64_t span_milli(struct span number, unsigned *places);

#endif
