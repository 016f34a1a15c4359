/* SPDX-License-Identifier: MIT */
/* kernel/common/trust_label.c: machines as they were seen or as they must look,
 * each name, and each bound at its very value. */
#include <string.h>

#include "kernel/common/trust.h"
#include "tests/unit/test.h"

#define QEMU_SUBSYSTEM 0x11001AF4u

struct machine {
	const char *what, *label;
	const char *hypervisor;
	bool qemu; /* its fw_cfg answers */
	uint64_t cold, nop_2000, nop_20000, nop_40000;
};

static const char *label_of(const struct machine *m)
{
	struct trust_signs signs = {
		.fw_cfg = m->qemu, .pci_subsystem = m->qemu ? QEMU_SUBSYSTEM : 0,
		.nop_cold = m->cold, .nop_2000 = m->nop_2000,
		.nop_20000 = m->nop_20000, .nop_40000 = m->nop_40000,
	};

	strncpy(signs.hypervisor, m->hypervisor, sizeof(signs.hypervisor) - 1);
	return trust_label(&signs);
}

/* Recorded: what the machine wrote into its log (`signs` of the context). */
TEST(trust_of_machines_as_they_were_seen)
{
	static const struct machine seen[] = {
		{ "Zen 3 beneath KVM, Linux", "kvm", "KVMKVMKVM", false,
		  2646, 490, 4533, 8747 },
		{ "the same, a busy host", "kvm", "KVMKVMKVM", false,
		  2156, 588, 5806, 5904 },
		{ "QEMU 7.2", "tcg", "TCGTCGTCGTCG", true,
		  574059, 98, 294, 465 },
		{ "QEMU 7.2, -cpu max,hypervisor=off", "tcg", "", true,
		  581605, 122, 294, 490 },
		{ "QEMU 7.2, -singlestep", "tcg", "TCGTCGTCGTCG", true,
		  10708738, 397390, 4309795, 10804133 },
		{ "QEMU 7.2, -icount shift=0", "tcg-icount", "TCGTCGTCGTCG",
		  true, 2011, 2011, 20029, 40049 },
		{ "QEMU 7.2, -icount shift=3", "tcg-icount", "TCGTCGTCGTCG",
		  true, 16088, 16088, 160232, 320392 },
	};

	for (unsigned i = 0; i < sizeof(seen) / sizeof(seen[0]); i++)
		CHECK_TEXT(label_of(&seen[i]), seen[i].label);
}

/* The same without a name and a device to know them by. */
TEST(trust_of_machines_that_hide_what_they_are)
{
	static const struct machine hidden[] = {
		{ "Zen 3", "metal", "", false, 2646, 490, 4533, 8747 },
		{ "a busy host", "metal", "", false, 2156, 588, 5806, 5904 },
		{ "QEMU 7.2", "emulator", "", false, 574059, 98, 294, 465 },
		{ "single steps", "emulator", "", false,
		  10708738, 397390, 4309795, 10804133 },
		{ "counts", "bochs", "", false, 2011, 2011, 20029, 40049 },
		{ "KVM by QEMU, its bit hidden", "hypervisor", "", true,
		  2646, 490, 4533, 8747 },
	};

	for (unsigned i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		CHECK_TEXT(label_of(&hidden[i]), hidden[i].label);
}

/*
 * Computed: 1,000 NOPs take 1000 / (NOPs a cycle) x (the stamp's rate / the
 * core's) ticks; NOPs a cycle by Agner Fog's tables and by uops.info. The first
 * execution takes 8 to 17 times as long, as on Zen 4 and Golden Cove.
 */
static const struct { const char *what; unsigned nops, stamp, clock; }
computed[] = { /* in a cycle; MHz */
	{ "Ivy Bridge, not boosted",         4, 2500, 2500 },
	{ "Bonnell Atom at its least",       2, 1600,  800 },
	{ "Skylake at its least",            4, 4000,  400 },
	{ "Zen 2, boosted",                  5, 3600, 4600 },
	{ "Golden Cove, boosted",            6, 3200, 5200 },
	{ "Zen 4, boosted (52 recorded)",    6, 2450, 5700 },
	{ "Zen 5, boosted",                  8, 3800, 5700 },
	{ "Lion Cove, boosted",              8, 3700, 5700 },
	{ "ten a cycle, boost of 2.2",      10, 2700, 6000 },
	{ "one a cycle, a tenth of a clock", 1, 4000,  400 },
};

TEST(trust_silicon_of_2012_to_tomorrow_is_metal)
{
	for (unsigned i = 0; i < sizeof(computed) / sizeof(computed[0]); i++)
		for (unsigned cliff = 3; cliff <= 24; cliff++) {
			uint64_t thousand = 1000u * computed[i].stamp /
				(computed[i].nops * computed[i].clock);
			struct machine m = {
				.hypervisor = "",
				.cold = 2 * thousand * cliff + 31,
				.nop_2000 = 2 * thousand,
				.nop_20000 = 20 * thousand,
				.nop_40000 = 40 * thousand,
			};
			CHECK_TEXT(label_of(&m), "metal");
		}
}

TEST(trust_each_hypervisor_has_its_label)
{
	static const char *const known[][2] = {
		{ "Microsoft Hv", "hyper-v" }, { "VMwareVMware", "vmware" },
		{ "XenVMMXenVMM", "xen" }, { "VBoxVBoxVBox", "virtualbox" },
		{ "bhyve bhyve ", "bhyve" }, { "ACRNACRNACRN", "acrn" },
		{ " QNXQVMBSQG ", "qnx" }, { "prl hyperv  ", "parallels" },
		{ "X", "hypervisor" },
	};

	for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		CHECK_TEXT(label_of(&(struct machine){
			.hypervisor = known[i][0], .cold = 2000,
			.nop_2000 = 500, .nop_20000 = 5000,
			.nop_40000 = 10000 }), known[i][1]);
}

/* 20,000 NOPs more take so many ticks; the first 2,000 what they always do. */
static const char *counting(const char *hypervisor, uint64_t more)
{
	return label_of(&(struct machine){
		.hypervisor = hypervisor, .cold = 2040, .nop_2000 = 2000,
		.nop_20000 = 10, .nop_40000 = 10 + more });
}

/* Some instructions a tick, 2 % off at most, up to 1,024 ticks each. */
TEST(trust_instructions_are_counted_within_two_percent)
{
	CHECK_TEXT(counting("TCGTCGTCGTCG", 20400), "tcg-icount");
	CHECK_TEXT(counting("TCGTCGTCGTCG", 20401), "tcg");
	CHECK_TEXT(counting("TCGTCGTCGTCG", 19600), "tcg-icount");
	CHECK_TEXT(counting("TCGTCGTCGTCG", 19599), "tcg");
	CHECK_TEXT(counting("TCGTCGTCGTCG", 20480000), "tcg-icount");
	CHECK_TEXT(counting("TCGTCGTCGTCG", 20480000 + 409600), "tcg-icount");
	CHECK_TEXT(counting("TCGTCGTCGTCG", 20480000 + 409601), "tcg");
	CHECK_TEXT(counting("TCGTCGTCGTCG", 40960000), "tcg");
	CHECK_TEXT(counting("", 20400), "bochs");
	CHECK_TEXT(counting("", 20401), "metal");
}

/* 40,000 NOPs take so many ticks; their first execution is so much dearer. */
static const char *costing(const char *hypervisor, uint64_t ticks,
			   uint64_t cliff)
{
	return label_of(&(struct machine){
		.hypervisor = hypervisor, .cold = 100 * cliff,
		.nop_2000 = 100, .nop_20000 = 0, .nop_40000 = ticks });
}

TEST(trust_a_kvm_without_hardware_is_that_slow)
{
	CHECK_TEXT(costing("KVMKVMKVM", 4000000, 10), "kvm-emulated");
	CHECK_TEXT(costing("KVMKVMKVM", 3999999, 10), "kvm");
	CHECK_TEXT(costing("", 4000000, 10), "emulator");
}

/* What is halfway is called neither. */
TEST(trust_a_doubtful_machine_is_unknown)
{
	CHECK_TEXT(costing("", 1000, 100), "metal");
	CHECK_TEXT(costing("", 1000, 101), "unknown");
	CHECK_TEXT(costing("", 1000, 5000), "unknown");
	CHECK_TEXT(costing("", 999, 100), "unknown");
	CHECK_TEXT(costing("", 999, 999), "unknown");
	CHECK_TEXT(costing("", 999, 1000), "emulator");
	CHECK_TEXT(costing("", 800039, 10), "metal");
	CHECK_TEXT(costing("", 800040, 10), "unknown");
	CHECK_TEXT(costing("", 3999999, 10), "unknown");
	CHECK_TEXT(costing("", 0, 0), "unknown");
}

TEST(trust_of_qemu_s_device_or_subsystem_alone)
{
	struct trust_signs signs = { .nop_20000 = 500, .nop_40000 = 400 };

	CHECK_TEXT(trust_label(&signs), "unknown");
	signs.pci_subsystem = QEMU_SUBSYSTEM;
	CHECK_TEXT(trust_label(&signs), "tcg");
	signs.pci_subsystem = 0;
	signs.fw_cfg = true;
	CHECK_TEXT(trust_label(&signs), "tcg");
}
