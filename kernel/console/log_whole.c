/* SPDX-License-Identifier: MIT */
#include "kernel/console/log_whole.h"

#include "kernel/string.h"

static struct {
	char *buffer;
	size_t size, used;
	bool full;
} kept;

void log_whole_begin(char *buffer, size_t bytes)
{
	kept.buffer = buffer;
	kept.size = bytes;
	kept.used = 0;
	kept.full = false;
}

void log_whole_write(const char *line, size_t length)
{
	if (kept.full || length > kept.size - kept.used) {
		kept.full = kept.buffer;
		return;
	}
	memcpy(kept.buffer + kept.used, line, length);
	kept.used += length;
}

const char *log_whole(size_t *bytes, bool *full)
{
	*bytes = kept.used;
	*full = kept.full;
	return kept.buffer;
}
