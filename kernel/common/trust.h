/* SPDX-License-Identifier: MIT */
/*
 * What kind of machine is this? A label that no clean noise grade can argue
 * away (docs/method.md): `metal` only where every sign agrees.
 */
#ifndef KERNEL_COMMON_TRUST_H
#define KERNEL_COMMON_TRUST_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/x86/cpu.h"

struct trust_signs {
	char hypervisor[CPU_HYPERVISOR_SIZE]; /* "" without the CPUID bit */
	bool fw_cfg;             /* QEMU's device answers */
	uint32_t pci_subsystem;  /* of PCI device 0:0.0; 1100:1AF4 is QEMU */
	uint64_t nop_cold;       /* ticks of 2,000 NOPs, first execution */
	uint64_t nop_2000;       /* the same, warm, smallest */
	uint64_t nop_20000;
	uint64_t nop_40000;
};

/*
 * The label: metal, kvm, kvm-emulated, tcg, tcg-icount, bochs, emulator
 * (another one), unknown (neither silicon nor an emulator by its signs), or
 * another hypervisor's short name. Pure.
 */
const char *trust_label(const struct trust_signs *signs);

/* Fills in what NOPs cost; once, early: their first run must be cold. */
void trust_time_nops(struct trust_signs *signs);

/* Collects all signs; once, early: the first run of the NOPs must be cold. */
void trust_look(struct trust_signs *signs);

#endif
