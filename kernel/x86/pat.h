/* SPDX-License-Identifier: MIT */
/* The page attribute table: which memory types a page may have. */
#ifndef KERNEL_X86_PAT_H
#define KERNEL_X86_PAT_H

#include <stdbool.h>

/*
 * Gives the calling core the table of a reset, whatever firmware left, but for
 * one entry: pages with X86_PTE_PWT are write-combining. Before the core
 * touches such a page. False: it has no PAT.
 */
bool pat_set(void);

#endif
