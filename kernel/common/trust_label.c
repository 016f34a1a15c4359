/* SPDX-License-Identifier: MIT */
#include "kernel/common/trust.h"
#include "kernel/string.h"

#define QEMU_SUBSYSTEM 0x11001AF4u

/*
 * Silicon and emulators lie orders of magnitude apart, and the bounds halfway,
 * by ratio (docs/method.md has what was measured). So neither another
 * processor nor a noisy boot is mistaken; what lies between is `unknown`.
 *
 * How many times dearer the first execution is: 3 to 17 on silicon, 4,700 and
 * more where code is translated first.
 */
#define SILICON_CLIFF_MOST 100u
#define TRANSLATED_CLIFF_LEAST 1000u

/* Ticks of 1,000 of 40,000 NOPs: 45 at ten a cycle and a clock of 2.2 times the
 * stamp's rate, 10,000 at one a cycle and a tenth of it. Translated to nothing
 * they take 12, interpreted by software above 100,000. */
#define SILICON_LEAST 25u
#define SILICON_MOST 20000u
#define SOFTWARE_LEAST 100000u

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
#define NOPS 20000u /* that 40,000 are more than 20,000 */
#define STEP_PERCENT 2u

static bool within_step(uint64_t a, uint64_t b)
{
	return (a > b ? a - b : b - a) * 100 <= b * STEP_PERCENT;
}

static uint64_t slope(const struct trust_signs *signs)
{
	return signs->nop_40000 > signs->nop_20000 ?
	       signs->nop_40000 - signs->nop_20000 : 0;
}

static bool counts_instructions(const struct trust_signs *signs)
{
	for (uint64_t exact = NOPS; exact <= NOPS << 10; exact *= 2)
		if (within_step(slope(signs), exact))
			return true;
	return false;
}

enum kind { SILICON, TRANSLATED, COUNTED, SOFTWARE, DOUBTFUL };

/* What runs the instructions, by what NOPs cost alone. */
static enum kind kind_of(const struct trust_signs *signs)
{
	uint64_t thousand = signs->nop_40000 / 40;
	uint64_t warm = signs->nop_2000 ? signs->nop_2000 : 1;

	/* Silicon may happen to take such a number, but not cold as warm. */
	if (counts_instructions(signs) && within_step(signs->nop_cold, warm))
		return COUNTED;
	if (thousand >= SOFTWARE_LEAST)
		return SOFTWARE;
	if (signs->nop_cold >= warm * TRANSLATED_CLIFF_LEAST &&
	    thousand < SILICON_LEAST)
		return TRANSLATED;
	if (signs->nop_cold <= warm * SILICON_CLIFF_MOST &&
	    thousand >= SILICON_LEAST && thousand <= SILICON_MOST)
		return SILICON;
	return DOUBTFUL;
}

static const char *of_qemu(const struct trust_signs *signs)
{
	return counts_instructions(signs) ? "tcg-icount" : "tcg";
}

static const char *named(const struct trust_signs *signs)
{
	if (!strcmp(signs->hypervisor, "TCGTCGTCGTCG"))
		return of_qemu(signs);
	if (!strcmp(signs->hypervisor, "KVMKVMKVM"))
		return kind_of(signs) == SOFTWARE ? "kvm-emulated" : "kvm";
	for (unsigned i = 0; i < sizeof(hypervisor) / sizeof(hypervisor[0]); i++)
		if (!strcmp(signs->hypervisor, hypervisor[i].name))
			return hypervisor[i].label;
	return "hypervisor";
}

const char *trust_label(const struct trust_signs *signs)
{
	static const char *const bare[] = {
		[SILICON] = "metal", [TRANSLATED] = "emulator",
		[COUNTED] = "bochs", [SOFTWARE] = "emulator",
		[DOUBTFUL] = "unknown",
	};
	enum kind kind = kind_of(signs);

	if (signs->hypervisor[0])
		return named(signs);
	if (!signs->fw_cfg && signs->pci_subsystem != QEMU_SUBSYSTEM)
		return bare[kind];
	/* QEMU that hides its bit: by KVM the processor is the real one. */
	return kind == SILICON ? "hypervisor" : of_qemu(signs);
}
