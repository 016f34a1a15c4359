/* SPDX-License-Identifier: MIT */
#include "kernel/codes/parts.h"

#include "kernel/codes/kept.h"
#include "kernel/common/crc32.h"
#include "kernel/format.h"
#include "kernel/string.h"

/* "QC2 ", 16, " 999/999 9999x2 ", the context, a blank, 8, the ends */
#define FIRST_LINE_MOST (48u + PARTS_CONTEXT_MOST)
#define LINES_MOST (QR_TEXT_MOST - FIRST_LINE_MOST)

/* What a part holds, and where the next one goes on. */
struct cut {
	size_t from, to;           /* of the text */
	size_t head, head_length;  /* what stands above it; 0: nothing */
	size_t next_head, next_head_length; /* the last one, to its end */
};

static size_t line_length(const struct parts_text *t, size_t at)
{
	size_t end = at;

	while (end < t->length && t->text[end] != '\n')
		end++;
	return end + (end < t->length) - at;
}

/* Rows of a table have names: a page's row and the end begin otherwise. */
static bool is_below_head(char first)
{
	return first != ' ' && first != '=' && first != KEPT_HEAD;
}

/* The next part: cut.to and the last head are where the one before ended. */
static void next_cut(struct cut *cut, const struct parts_text *t)
{
	size_t line;

	cut->from = cut->to;
	cut->head = cut->next_head;
	cut->head_length = cut->from < t->length &&
			   is_below_head(t->text[cut->from]) ?
			   cut->next_head_length : 0;
	while (cut->to < t->length) {
		line = line_length(t, cut->to);
		if (cut->to + line - cut->from + cut->head_length > LINES_MOST)
			break;
		if (t->text[cut->to] == KEPT_HEAD) {
			cut->next_head = cut->to;
			cut->next_head_length = line;
		}
		cut->to += line;
	}
}

unsigned parts_count(const struct parts_text *t)
{
	struct cut cut = { 0 };
	unsigned count = 0;

	do {
		next_cut(&cut, t);
		count++;
	} while (cut.to < t->length && cut.to > cut.from);
	return count;
}

size_t parts_write(char part[QR_TEXT_MOST + 1], const struct parts_text *t,
		   unsigned index, unsigned count)
{
	struct cut cut = { 0 };
	const char *head, *lines;
	uint32_t crc;
	size_t at;

	for (unsigned i = 0; i <= index; i++)
		next_cut(&cut, t);
	head = t->text + cut.head;
	lines = t->text + cut.from;
	at = format(part, FIRST_LINE_MOST, "QC2 %016lx %u/%u %ux%u %s ",
		    t->run, index + 1, count, t->page, t->across, t->context);
	crc = crc32(0, part, at);
	crc = crc32(crc, head, cut.head_length);
	crc = crc32(crc, lines, cut.to - cut.from);
	at += format(part + at, FIRST_LINE_MOST - at, "%08x\n", crc);
	memcpy(part + at, head, cut.head_length);
	at += cut.head_length;
	memcpy(part + at, lines, cut.to - cut.from);
	at += cut.to - cut.from;
	part[at] = 0;
	return at;
}
