/* SPDX-License-Identifier: MIT */
/*
 * The few functions of <string.h> that the image uses, with their standard
 * meaning. In the image kernel/memory/string.c has them; a host program gets its C
 * library's.
 */
#ifndef KERNEL_STRING_H
#define KERNEL_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
int memcmp(const void *a, const void *b, size_t length);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t length);

#endif
