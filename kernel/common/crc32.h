/* SPDX-License-Identifier: MIT */
/* CRC-32 of zlib and Ethernet (reflected polynomial EDB88320h). Pure. */
#ifndef KERNEL_COMMON_CRC32_H
#define KERNEL_COMMON_CRC32_H

#include <stddef.h>
#include <stdint.h>

/*
 * The CRC of what gave `crc` followed by these bytes; start with 0. So
 * crc32(crc32(0, a), b) is the CRC of a then b.
 */
uint32_t crc32(uint32_t crc, const void *data, size_t length);

#endif
