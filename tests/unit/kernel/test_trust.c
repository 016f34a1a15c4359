/* SPDX-License-Identifier: MIT */
/* kernel/common/trust_label.c, hosted/facts/hardware.c: machines as they were
 * seen or as they must look, each name, and each bound at its very value. */
#include <string.h>

#include "hosted/facts/hardware.h"
#include "kernel/common/trust.h"
#include "tests/unit/test.h"

/* QEMU's device and subsystem: that answer, or that are seen. */
enum { NONE, FW_CFG, PCI, QEMU };

struct machine {
	const char *what, *label, *hypervisor;
	unsigned devices;
	uint64_t cold, nop_2000, nop_20000, nop_40000;
};

static const char *label_of(const struct machine *m)
{
	struct trust_signs signs = {
		.fw_cfg = m->devices & FW_CFG,
		.pci_subsystem = m->devices & PCI ? 0x11001AF4 : 0,
		.nop_cold = m->cold, .nop_2000 = m->nop_2000,
		.nop_20000 = m->nop_20000, .nop_40000 = m->nop_40000,
	};

	strncpy(signs.hypervisor, m->hypervisor, sizeof(signs.hypervisor) - 1);
	return trust_label(&signs);
}

#define QEMU_CPU "TCGTCGTCGTCG"
#define KVM "KVMKVMKVM"

/* Recorded: what the machine wrote into its log (`signs` of the context). */
#define ZEN_3 2646, 490, 4533, 8747
#define BUSY 2156, 588, 5806, 5904
#define TCG 574059, 98, 294, 465
#define STEPS 10708738, 397390, 4309795, 10804133
#define ICOUNT 2011, 2011, 20029, 40049

/* 20,000 NOPs more take so many ticks; the first 2,000 what they always do. */
#define COUNTS(more) 2040, 2000, 10, 10 + (more)

/* 40,000 NOPs take so many ticks; their first execution is so much dearer. */
#define COSTS(ticks, cliff) 100 * (cliff), 100, 0, ticks

static const struct machine machines[] = {
	{ "Zen 3 beneath KVM, Linux", "kvm", KVM, NONE, ZEN_3 },
	{ "the same, a busy host", "kvm", KVM, NONE, BUSY },
	{ "QEMU 7.2", "tcg", QEMU_CPU, QEMU, TCG },
	{ "QEMU 7.2, -cpu max,hypervisor=off", "tcg", "", QEMU,
	  581605, 122, 294, 490 },
	{ "QEMU 7.2, -singlestep", "tcg", QEMU_CPU, QEMU, STEPS },
	{ "QEMU 7.2, -icount shift=0", "tcg-icount", QEMU_CPU, QEMU, ICOUNT },
	{ "QEMU 7.2, -icount shift=3", "tcg-icount", QEMU_CPU, QEMU,
	  16088, 16088, 160232, 320392 },
	/* The same without a name and a device to know them by. */
	{ "Zen 3", "metal", "", NONE, ZEN_3 },
	{ "a busy host", "metal", "", NONE, BUSY },
	{ "QEMU that hides", "emulator", "", NONE, TCG },
	{ "single steps", "emulator", "", NONE, STEPS },
	{ "counts", "bochs", "", NONE, ICOUNT },
	{ "KVM by QEMU, its bit hidden", "hypervisor", "", QEMU, ZEN_3 },
	{ "neither device", "unknown", "", NONE, 0, 0, 500, 400 },
	{ "its subsystem alone", "tcg", "", PCI, 0, 0, 500, 400 },
	{ "its device alone", "tcg", "", FW_CFG, 0, 0, 500, 400 },
	{ "each name", "hyper-v", "Microsoft Hv", NONE, ZEN_3 },
	{ "each name", "vmware", "VMwareVMware", NONE, ZEN_3 },
	{ "each name", "xen", "XenVMMXenVMM", NONE, ZEN_3 },
	{ "each name", "virtualbox", "VBoxVBoxVBox", NONE, ZEN_3 },
	{ "each name", "bhyve", "bhyve bhyve ", NONE, ZEN_3 },
	{ "each name", "acrn", "ACRNACRNACRN", NONE, ZEN_3 },
	{ "each name", "qnx", " QNXQVMBSQG ", NONE, ZEN_3 },
	{ "each name", "parallels", "prl hyperv  ", NONE, ZEN_3 },
	{ "no name of those", "hypervisor", "X", NONE, ZEN_3 },
	/* Some instructions a tick, 2 % off at most, up to 1,024 ticks each. */
	{ "2 % more", "tcg-icount", QEMU_CPU, NONE, COUNTS(20400) },
	{ "above 2 % more", "tcg", QEMU_CPU, NONE, COUNTS(20401) },
	{ "2 % less", "tcg-icount", QEMU_CPU, NONE, COUNTS(19600) },
	{ "above 2 % less", "tcg", QEMU_CPU, NONE, COUNTS(19599) },
	{ "1,024 each", "tcg-icount", QEMU_CPU, NONE, COUNTS(20480000) },
	{ "2 % more", "tcg-icount", QEMU_CPU, NONE, COUNTS(20889600) },
	{ "above 2 % more", "tcg", QEMU_CPU, NONE, COUNTS(20889601) },
	{ "2,048 each", "tcg", QEMU_CPU, NONE, COUNTS(40960000) },
	{ "2 % more", "bochs", "", NONE, COUNTS(20400) },
	{ "above 2 % more", "metal", "", NONE, COUNTS(20401) },
	{ "as slow as software", "kvm-emulated", KVM, NONE, COSTS(4000000, 10) },
	{ "not as slow", "kvm", KVM, NONE, COSTS(3999999, 10) },
	{ "as slow as software", "emulator", "", NONE, COSTS(4000000, 10) },
	{ "as many ticks as NOPs, but a cliff", "metal", "", NONE,
	  16000, 2000, 20000, 40000 },
	/* What is halfway is called neither. */
	{ "a cliff of silicon", "metal", "", NONE, COSTS(1000, 100) },
	{ "above it", "unknown", "", NONE, COSTS(1000, 101) },
	{ "far above it", "unknown", "", NONE, COSTS(1000, 5000) },
	{ "faster than silicon", "unknown", "", NONE, COSTS(999, 100) },
	{ "no cliff of an emulator", "unknown", "", NONE, COSTS(999, 999) },
	{ "such a cliff", "emulator", "", NONE, COSTS(999, 1000) },
	{ "silicon at its slowest", "metal", "", NONE, COSTS(800039, 10) },
	{ "slower", "unknown", "", NONE, COSTS(800040, 10) },
	{ "nearly software", "unknown", "", NONE, COSTS(3999999, 10) },
	{ "nothing measured", "unknown", "", NONE, COSTS(0, 0) },
};

TEST(trust_of_machines)
{
	EACH_CASE(i, machines)
		CHECK_TEXT(label_of(&machines[i]), machines[i].label);
}

/* A clean Linux makes no emulator trustworthy. */
TEST(trust_of_linux_is_that_of_what_lies_beneath)
{
	static const char *const labels[][2] = {
		{ "metal", "linux" }, { "kvm", "linux-vm" },
		{ "hyper-v", "linux-vm" }, { "tcg", "tcg" },
		{ "tcg-icount", "tcg-icount" },
		{ "kvm-emulated", "kvm-emulated" }, { "bochs", "bochs" },
		{ "emulator", "emulator" }, { "unknown", "unknown" } };

	EACH_ROW(i, labels)
		CHECK_TEXT(hosted_label(labels[i][0]), labels[i][1]);
}
