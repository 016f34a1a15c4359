/* SPDX-License-Identifier: MIT */
#include "hosted/facts/trust_label.h"

#include <string.h>

const char *hosted_label(const char *machine)
{
	static const char *const emulators[] = {
		"tcg", "tcg-icount", "kvm-emulated", "bochs", "emulator",
	};

	if (!strcmp(machine, "metal"))
		return "linux";
	for (unsigned i = 0; i < sizeof(emulators) / sizeof(emulators[0]); i++)
		if (!strcmp(machine, emulators[i]))
			return machine;
	return "linux-vm";
}
