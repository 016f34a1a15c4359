/* SPDX-License-Identifier: MIT */
/* Little-endian numbers at any address: firmware's tables align nothing. */
#ifndef KERNEL_FIRMWARE_BYTES_H
#define KERNEL_FIRMWARE_BYTES_H

#include <stdint.h>

#include "kernel/string.h"

static inline uint16_t read16(const uint8_t *at)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint32_t read32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint64_t read64(const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

#endif
