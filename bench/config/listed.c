/* SPDX-License-Identifier: MIT */
#include "bench/config/listed.h"

#include "kernel/format.h"
#include "kernel/string.h"

/* What listed_end() would add. */
static size_t write_rest(const struct listed *list, char *to, size_t size)
{
	unsigned left = list->all - list->shown;

	if (!left)
		return format(to, size, "%s", "");
	return format(to, size, "%s%u more", list->shown ? " and " : "", left);
}

void listed_add(struct listed *list, const char *name)
{
	const char *comma = list->shown ? ", " : "";
	size_t length = list->length + strlen(comma) + strlen(name);

	list->shown++;
	if (list->full ||
	    length + write_rest(list, NULL, 0) > list->columns) {
		list->shown--;
		list->full = true;
		return;
	}
	format(list->text + list->length, list->columns + 1 - list->length,
	       "%s%s", comma, name);
	list->length = length;
}

void listed_end(struct listed *list)
{
	list->length += write_rest(list, list->text + list->length,
				   list->columns + 1 - list->length);
}
