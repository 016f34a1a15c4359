/* SPDX-License-Identifier: MIT */
#include "bench/report/trust.h"

#include <stddef.h>

#include "kernel/string.h"

/* From most to least trusted. */
static const struct {
	const char *label;
	bool emulated;
} rank[] = {
	{ "metal", false }, { "linux", false }, { "kvm", false },
	{ "hyper-v", false }, { "vmware", false }, { "xen", false },
	{ "virtualbox", false }, { "bhyve", false }, { "acrn", false },
	{ "qnx", false }, { "parallels", false }, { "hypervisor", false },
	{ "linux-vm", false }, { "unknown", false }, { "tcg-icount", true },
	{ "kvm-emulated", true }, { "tcg", true }, { "bochs", true },
	{ "emulator", true },
};
#define RANKS (sizeof(rank) / sizeof(rank[0]))

static size_t rank_of(const char *label)
{
	size_t i = 0;

	while (i < RANKS && strcmp(rank[i].label, label))
		i++;
	return i;
}

bool trust_known(const char *label)
{
	return rank_of(label) < RANKS;
}

const char *trust_lesser(const char *detected, const char *claimed)
{
	if (!trust_known(claimed) || rank_of(claimed) < rank_of(detected))
		return detected;
	return claimed;
}

bool trust_emulated(const char *label)
{
	size_t i = rank_of(label);

	return i == RANKS || rank[i].emulated; /* unknown: better not trusted */
}
