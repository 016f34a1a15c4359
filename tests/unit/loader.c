/* SPDX-License-Identifier: MIT */
/* Maps as text. */
#include "tests/unit/loader.h"

#include <stdio.h>

static char *put_list(char *to, const char *name,
		      const struct memmap_list *list)
{
	if (list->count)
		to += sprintf(to, " %s", name);
	for (unsigned i = 0; i < list->count; i++)
		to += sprintf(to, " %lx-%lx", list->range[i].start,
			      list->range[i].end);
	return to;
}

const char *memory_text(const struct boot_info *info)
{
	static char text[3 * MEMMAP_ENTRIES * 40];
	char *to = text;

	*to = 0;
	if (info->ranges)
		to += sprintf(to, " map");
	for (unsigned i = 0; i < info->ranges; i++)
		to += sprintf(to, " %lx+%lx:%u", info->range[i].base,
			      info->range[i].length, info->range[i].type);
	to = put_list(to, "free", &info->memory.available);
	put_list(to, "held", &info->memory.held);
	return text;
}
