/* SPDX-License-Identifier: MIT */
#include "hosted/facts/trust_label.h"

#include <string.h>

const char *hosted_label(const char *machine)
{
	static const char *const kept[] = {
		"tcg", "tcg-icount", "kvm-emulated", "bochs", "emulator",
		"unknown",
	};

	if (!strcmp(machine, "metal"))
		return "linux";
	for (unsigned i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (!strcmp(machine, kept[i]))
			return machine;
	return "linux-vm";
}
