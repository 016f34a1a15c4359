/* SPDX-License-Identifier: MIT */
/*
 * The log's last 64 KB in memory, for machines without a port: a monitor or
 * debugger reads the symbol log_ring.
 */
#ifndef KERNEL_CONSOLE_LOG_RING_H
#define KERNEL_CONSOLE_LOG_RING_H

#include <stddef.h>
#include <stdint.h>

#define LOG_RING_SIZE 65536u

/*
 * Byte i of the log (from 0) lies at data[i % LOG_RING_SIZE] as long as
 * written - i <= LOG_RING_SIZE.
 */
struct log_ring {
	char magic[8];            /* "QCRING1\n" */
	uint64_t written;         /* bytes ever written */
	char data[LOG_RING_SIZE];
};

extern struct log_ring log_ring;

/* Writes the magic, by which memory can be searched for the ring. */
void log_ring_init(void);

void log_ring_write(const char *text, size_t length);

#endif
