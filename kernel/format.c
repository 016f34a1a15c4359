/* SPDX-License-Identifier: MIT */
#include "kernel/format.h"

#include <stdbool.h>

#include "kernel/string.h"

#define DIGITS_MAX 20       /* of a 64-bit number */
#define COUNT_MAX 10000     /* widths do not grow past ten times this */

struct output {
	char *buffer;
	size_t size, length; /* length: of the whole text */
};

struct directive {
	bool left, zeros, is_long;
	int width, precision; /* precision -1: none */
	char kind;
};

static void put(struct output *out, char c)
{
	if (out->length + 1 < out->size)
		out->buffer[out->length] = c;
	out->length++;
}

static void put_padding(struct output *out, char c, int count)
{
	while (count-- > 0)
		put(out, c);
}

static void put_text(struct output *out, const struct directive *d,
		     const char *text, int length)
{
	int padding = d->width - length;

	if (!d->left)
		put_padding(out, ' ', padding);
	for (int i = 0; i < length; i++)
		put(out, text[i]);
	if (d->left)
		put_padding(out, ' ', padding);
}

static void put_number(struct output *out, const struct directive *d,
		       uint64_t value, unsigned base, const char *sign)
{
	char digits[DIGITS_MAX + 3];
	int at = sizeof(digits), zeros;

	do {
		digits[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	zeros = d->width - (int)(sizeof(digits) - at) - (int)strlen(sign);
	if (d->zeros && !d->left && zeros > 0) {
		while (*sign)
			put(out, *sign++);
		put_padding(out, '0', zeros);
		put_text(out, &(struct directive){ 0 }, digits + at,
			 (int)sizeof(digits) - at);
		return;
	}
	if (*sign)
		digits[--at] = *sign;
	put_text(out, d, digits + at, (int)sizeof(digits) - at);
}

static void put_string(struct output *out, const struct directive *d,
		       const char *text)
{
	int length = 0;

	/* With a precision, the text need not end in a NUL. */
	while ((d->precision < 0 || length < d->precision) && text[length])
		length++;
	put_text(out, d, text, length);
}

static void put_signed(struct output *out, const struct directive *d,
		       int64_t value)
{
	uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;

	put_number(out, d, size, 10, value < 0 ? "-" : "");
}

/* A width or precision, in digits or from the arguments; what follows. */
static const char *read_count(const char *text, int *count, va_list *args)
{
	*count = 0;
	if (*text == '*') {
		*count = va_arg(*args, int);
		return text + 1;
	}
	for (; *text >= '0' && *text <= '9'; text++)
		if (*count < COUNT_MAX)
			*count = *count * 10 + (*text - '0');
	return text;
}

/* Reads what stands between % and its letter; returns what follows. */
static const char *read_directive(const char *text, struct directive *d,
				  va_list *args)
{
	*d = (struct directive){ .precision = -1 };
	for (;; text++) {
		if (*text == '-')
			d->left = true;
		else if (*text == '0')
			d->zeros = true;
		else
			break;
	}
	text = read_count(text, &d->width, args);
	if (d->width < 0) { /* from an argument, as in C: to the left */
		d->left = true;
		d->width = -d->width;
	}
	if (*text == '.')
		text = read_count(text + 1, &d->precision, args);
	for (; *text == 'l' || *text == 'z'; text++)
		d->is_long = true;
	d->kind = *text;
	return *text ? text + 1 : text;
}

/* False: not a directive of ours, nothing was converted or written. */
static bool convert(struct output *out, struct directive *d, va_list *args)
{
	char c;

	if (d->precision >= 0 && d->kind != 's')
		return false;
	switch (d->kind) {
	case '%':
		put(out, '%');
		return true;
	case 'c':
		c = (char)va_arg(*args, int);
		put_text(out, d, &c, 1);
		return true;
	case 's':
		put_string(out, d, va_arg(*args, const char *));
		return true;
	case 'd':
		put_signed(out, d, d->is_long ? va_arg(*args, int64_t)
					      : va_arg(*args, int));
		return true;
	case 'u':
	case 'x':
		put_number(out, d, d->is_long ? va_arg(*args, uint64_t)
					      : va_arg(*args, unsigned),
			   d->kind == 'u' ? 10 : 16, "");
		return true;
	case 'p':
		put(out, '0');
		put(out, 'x');
		d->zeros = true;
		d->left = false;
		d->width = 16;
		put_number(out, d, (uintptr_t)va_arg(*args, void *), 16, "");
		return true;
	default:
		return false;
	}
}

size_t format_v(char *buffer, size_t size, const char *text, va_list given)
{
	struct output out = { .buffer = buffer, .size = size };
	struct directive d;
	va_list args;

	va_copy(args, given);
	while (*text) {
		const char *start = text;

		if (*text++ != '%') {
			put(&out, *start);
			continue;
		}
		text = read_directive(text, &d, &args);
		if (!convert(&out, &d, &args)) {
			/* Later directives would get the wrong arguments. */
			put_text(&out, &(struct directive){ 0 }, start,
				 (int)strlen(start));
			break;
		}
	}
	va_end(args);
	if (size)
		buffer[out.length < size ? out.length : size - 1] = 0;
	return out.length;
}

size_t format(char *buffer, size_t size, const char *text, ...)
{
	va_list args;

	va_start(args, text);
	size_t length = format_v(buffer, size, text, args);
	va_end(args);
	return length;
}

int64_t format_four_digits(int64_t thousandths)
{
	uint64_t size = thousandths < 0 ? -(uint64_t)thousandths
					: (uint64_t)thousandths;
	uint64_t step = size < 10000 ? 1 : size < 100000 ? 10 :
			size < 1000000 ? 100 : 1000;

	size = (size + step / 2) / step * step;
	return (int64_t)(thousandths < 0 ? -size : size);
}

char *format_milli(char buffer[FORMAT_MILLI_MAX], int64_t thousandths)
{
	uint64_t size = thousandths < 0 ? -(uint64_t)thousandths
					: (uint64_t)thousandths;
	size_t length = format(buffer, FORMAT_MILLI_MAX, "%s%lu.%03lu",
			       thousandths < 0 ? "-" : "", size / 1000,
			       size % 1000);

	while (buffer[length - 1] == '0')
		buffer[--length] = 0;
	if (buffer[length - 1] == '.')
		buffer[--length] = 0;
	return buffer;
}
