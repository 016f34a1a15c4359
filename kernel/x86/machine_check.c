/* SPDX-License-Identifier: MIT */
#include "kernel/x86/machine_check.h"

#include <stdint.h>

#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

/* In their order; bits of the first one call each of them valid. */
static const struct { const char *name; uint64_t valid; } of_bank[] = {
	{ " status", IA32_MC_STATUS_VAL },
	{ ", address", IA32_MC_STATUS_ADDRV },
	{ ", misc", IA32_MC_STATUS_MISCV },
};

static size_t add_bank(char *text, size_t size, size_t length, unsigned bank)
{
	uint32_t msr = MSR_IA32_MC0_STATUS + bank * IA32_MC_STRIDE;
	uint64_t status = rdmsr(msr);

	if (!(status & IA32_MC_STATUS_VAL))
		return length;
	length += format(text + length, size - length, ", bank %u:", bank);
	for (unsigned i = 0; i < sizeof(of_bank) / sizeof(of_bank[0]); i++) {
		length = min_u64(length, size - 1);
		if (status & of_bank[i].valid)
			length += format(text + length, size - length,
					 "%s %lx", of_bank[i].name,
					 rdmsr(msr + i));
	}
	return min_u64(length, size - 1);
}

void machine_check_tell(char *text, size_t size)
{
	size_t length = 0;
	unsigned banks = 0;

	text[0] = 0;
	if (cpu_leaf(CPUID_FEATURES, 0).edx & CPUID_1_EDX_MCA)
		banks = rdmsr(MSR_IA32_MCG_CAP) & IA32_MCG_CAP_COUNT;
	for (unsigned bank = 0; bank < banks; bank++)
		length = add_bank(text, size, length, bank);
}
