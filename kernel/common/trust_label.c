/* SPDX-License-Identifier: MIT */
#include "kernel/common/trust.h"
#include "kernel/string.h"

#define QEMU_SUBSYSTEM 0x11001AF4u
#define NOPS 1000u

/*
 * Bounds, from trials (docs/method.md): 1,000 NOPs take 150 ticks and more on
 * silicon (six a cycle at best), next to none under TCG, which translates
 * them to nothing, and above 100,000 in a KVM without hardware.
 */
#define SILICON_LEAST 120u
#define EMULATED_KVM_LEAST 100000u

/* First execution is this much dearer only where code is translated. */
#define COLD_CLIFF 500u

static const struct {
	const char *name, *label;
} hypervisor[] = {
	{ "Microsoft Hv", "hyper-v" },
	{ "VMwareVMware", "vmware" },
	{ "XenVMMXenVMM", "xen" },
	{ "VBoxVBoxVBox", "virtualbox" },
	{ "bhyve bhyve ", "bhyve" },
	{ "ACRNACRNACRN", "acrn" },
	{ " QNXQVMBSQG ", "qnx" },
	{ "prl hyperv  ", "parallels" },
};

/*
 * Each instruction counts 2^shift ticks: instruction counting. Exactly so
 * under -icount; Bochs moves its clock in steps of some instructions, which
 * can make a few ticks of difference either way.
 */
#define STEP_PERCENT 2u

static bool counts_instructions(uint64_t slope)
{
	for (uint64_t exact = NOPS; exact <= NOPS << 10; exact *= 2) {
		uint64_t off = slope > exact ? slope - exact : exact - slope;

		if (off * 100 <= exact * STEP_PERCENT)
			return true;
	}
	return false;
}

static const char *named(const struct trust_signs *signs, uint64_t slope)
{
	if (!strcmp(signs->hypervisor, "TCGTCGTCGTCG"))
		return counts_instructions(slope) ? "tcg-icount" : "tcg";
	if (!strcmp(signs->hypervisor, "KVMKVMKVM"))
		return slope >= EMULATED_KVM_LEAST ? "kvm-emulated" : "kvm";
	for (unsigned i = 0; i < sizeof(hypervisor) / sizeof(hypervisor[0]); i++)
		if (!strcmp(signs->hypervisor, hypervisor[i].name))
			return hypervisor[i].label;
	return "hypervisor";
}

const char *trust_label(const struct trust_signs *signs)
{
	uint64_t slope = signs->nop_2000 > signs->nop_1000 ?
			 signs->nop_2000 - signs->nop_1000 : 0;

	if (signs->hypervisor[0])
		return named(signs, slope);
	if (signs->fw_cfg || signs->pci_subsystem == QEMU_SUBSYSTEM)
		return counts_instructions(slope) ? "tcg-icount" : "tcg";
	if (counts_instructions(slope))
		return "bochs";
	if (slope < SILICON_LEAST ||
	    signs->nop_cold > signs->nop_2000 * COLD_CLIFF)
		return "emulator";
	return "metal";
}
