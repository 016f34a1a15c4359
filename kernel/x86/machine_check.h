/* SPDX-License-Identifier: MIT */
/* What the calling core's banks of machine checks tell (SDM 3B, 16.3). */
#ifndef KERNEL_X86_MACHINE_CHECK_H
#define KERNEL_X86_MACHINE_CHECK_H

#include <stddef.h>

/*
 * Writes each bank that holds an error, its registers in hexadecimal: ", bank 9:
 * status bd00000000000005, address 1234, misc 8c". The latter two stand there
 * where the status calls them valid. What does not fit is cut; "" where no bank
 * holds an error.
 */
void machine_check_tell(char *text, size_t size);

#endif
