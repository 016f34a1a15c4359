/* SPDX-License-Identifier: MIT */
/* Which processor it is, where time is counted (counted.h). */
#include <stdbool.h>

#include "tests/mutate/c/counted.h"

enum { EAX, EBX, ECX, EDX };

/* Two threads a core, two cores a die, two dies a package. Leaf 0Bh knows no
 * dies (Intel SDM 2A, CPUID). */
static void places(bool dies, uint32_t subleaf, uint32_t *r)
{
	static const uint32_t type[] = { 1, 2, 5 };
	bool known = subleaf < 2u + dies;

	r[EAX] = known ? subleaf + 1 : 0;
	r[EBX] = known ? 2u << subleaf : 0;
	r[ECX] = subleaf | (known ? type[subleaf] << 8 : 0);
}

static void other_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t *r)
{
	if (leaf == 0 && r[EAX] < 0x1f)
		r[EAX] = 0x1f;
	else if (leaf == 1)
		r[ECX] &= ~(1u << 31); /* a hypervisor */
	else if (leaf == 0xb || leaf == 0x1f)
		places(leaf == 0x1f, subleaf, r);
	else if (leaf == 0x80000001)
		r[EDX] &= ~(1u << 27); /* RDTSCP */
	else if (leaf == 0x80000026)
		r[EBX] = 0;
}

void qc_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t *r)
{
	if (qc_other)
		other_cpuid(leaf, subleaf, r);
	if (leaf == 1)
		r[EBX] = (r[EBX] & 0xffffff) | (qc_core() + 1) << 24;
	if (leaf == 0xb || leaf == 0x1f)
		r[EDX] = qc_core();
}
