/* SPDX-License-Identifier: MIT */
/*
 * Pages of QR codes behind those of the run, for machines with neither a stick
 * nor a port: what kernel/codes/kept.h keeps, for a camera. Only where the
 * screen is one of pixels. Any core, one at a time.
 */
#ifndef KERNEL_PAGES_CODE_PAGES_H
#define KERNEL_PAGES_CODE_PAGES_H

/*
 * Makes them of the page that sums the run up, and of how it ended ("ok");
 * `before`: pages in front of the first. Returns how many there are; 0 where
 * nothing was measured, or there is no room for them. Once.
 */
unsigned code_pages_make(unsigned page, unsigned before, const char *how);

/* Page `index` of them, from 0 on. */
void code_pages_show(unsigned index);

/* The rows of the run have the screen again, where they had not. */
void code_pages_leave(void);

#endif
