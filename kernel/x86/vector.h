/* SPDX-License-Identifier: MIT */
/*
 * x87, SSE and what came after. No code of ours uses them, so nobody saves
 * them; but an experiment measures what it would cost to.
 */
#ifndef KERNEL_X86_VECTOR_H
#define KERNEL_X86_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

/* Enables all of it on the calling core; privileged. */
void vector_enable(void);

/* What instructions may be used on the calling core. */
struct vector_facts {
	bool fxsave;          /* FXSAVE, and so SSE2 */
	bool xsaveopt;
	bool ymm;             /* AVX: 256-bit registers */
	uint32_t xsave_bytes; /* of the image of all that is enabled; 0: no
			       * XSAVE */
};
struct vector_facts vector_facts(void);

#endif
