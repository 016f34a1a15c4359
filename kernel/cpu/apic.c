/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/apic.h"

#include "kernel/common/warnings.h"
#include "kernel/memory/memory.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

OPTION_CHOICE(opt_apic, "apic", "auto", "auto xapic x2apic",
	      "local APIC mode: auto, xapic, x2apic");

void apic_start(uint64_t address, bool opted_out)
{
	enum lapic_wish wish = opted_out ? LAPIC_XAPIC : LAPIC_AUTO;
	const char *problem;

	if (!strcmp(opt_apic.text, "xapic"))
		wish = LAPIC_XAPIC;
	if (!strcmp(opt_apic.text, "x2apic"))
		wish = LAPIC_X2APIC;
	memory_map_device(address, X86_PAGE_SIZE);
	problem = lapic_choose(wish, address);
	if (problem)
		warnings_add("apic", "apic=%s: %s", opt_apic.text, problem);
	lapic_enable();
}
