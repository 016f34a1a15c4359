/* SPDX-License-Identifier: MIT */
#include "kernel/console/log_ring.h"

struct log_ring log_ring;

void log_ring_init(void)
{
	static const char magic[8] = { 'Q', 'C', 'R', 'I', 'N', 'G', '1', '\n' };

	for (unsigned i = 0; i < sizeof(magic); i++)
		log_ring.magic[i] = magic[i];
}

void log_ring_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		log_ring.data[log_ring.written++ % LOG_RING_SIZE] = text[i];
}
