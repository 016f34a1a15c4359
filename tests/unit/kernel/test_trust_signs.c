/* SPDX-License-Identifier: MIT */
/* kernel/common/trust_label.c: each name, and each bound at its very value. */
#include <string.h>

#include "kernel/common/trust.h"
#include "tests/unit/test.h"

#define QEMU_SUBSYSTEM 0x11001AF4u

/* 1,000 NOPs more take so long; the first execution takes `cold`. */
static const char *label(const char *hypervisor, uint64_t slope, uint64_t cold)
{
	struct trust_signs signs = { .nop_cold = cold, .nop_1000 = 50,
				     .nop_2000 = 50 + slope };

	strncpy(signs.hypervisor, hypervisor, sizeof(signs.hypervisor) - 1);
	return trust_label(&signs);
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
		CHECK_TEXT(label(known[i][0], 300, 0), known[i][1]);
}

/* Some instructions a tick, 2 % off at most, up to 1,024 ticks each. */
TEST(trust_instructions_are_counted_within_two_percent)
{
	CHECK_TEXT(label("TCGTCGTCGTCG", 1020, 0), "tcg-icount");
	CHECK_TEXT(label("TCGTCGTCGTCG", 1021, 0), "tcg");
	CHECK_TEXT(label("TCGTCGTCGTCG", 980, 0), "tcg-icount");
	CHECK_TEXT(label("TCGTCGTCGTCG", 979, 0), "tcg");
	CHECK_TEXT(label("TCGTCGTCGTCG", 1024000, 0), "tcg-icount");
	CHECK_TEXT(label("TCGTCGTCGTCG", 1024000 + 20480, 0), "tcg-icount");
	CHECK_TEXT(label("TCGTCGTCGTCG", 1024000 + 20481, 0), "tcg");
	CHECK_TEXT(label("TCGTCGTCGTCG", 2048000, 0), "tcg");
	CHECK_TEXT(label("", 1020, 0), "bochs");
	CHECK_TEXT(label("", 1021, 0), "metal");
}

TEST(trust_a_kvm_without_hardware_is_that_slow)
{
	CHECK_TEXT(label("KVMKVMKVM", 100000, 0), "kvm-emulated");
	CHECK_TEXT(label("KVMKVMKVM", 99999, 0), "kvm");
}

TEST(trust_silicon_takes_time_and_knows_no_cliff)
{
	CHECK_TEXT(label("", 120, 0), "metal");
	CHECK_TEXT(label("", 119, 0), "emulator");
	CHECK_TEXT(label("", 450, 500 * 500), "metal");
	CHECK_TEXT(label("", 450, 500 * 500 + 1), "emulator");
}

/* Nothing can be said of NOPs that take less the more they are. */
TEST(trust_signs_that_contradict_are_no_silicon)
{
	struct trust_signs signs = { .nop_1000 = 5000, .nop_2000 = 4000 };

	CHECK_TEXT(trust_label(&signs), "emulator");
	signs.pci_subsystem = QEMU_SUBSYSTEM;
	CHECK_TEXT(trust_label(&signs), "tcg");
	signs.pci_subsystem = 0;
	signs.fw_cfg = true;
	CHECK_TEXT(trust_label(&signs), "tcg");
}
