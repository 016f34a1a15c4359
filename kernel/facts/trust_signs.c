/* SPDX-License-Identifier: MIT */
#include "kernel/common/trust.h"
#include "kernel/firmware/fw_cfg.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

static uint32_t pci_subsystem(void)
{
	outl(PCI_ADDRESS, PCI_ADDRESS_ENABLE | PCI_SUBSYSTEM);
	return inl(PCI_DATA);
}

void trust_look(struct trust_signs *signs)
{
	trust_time_nops(signs);
	cpu_hypervisor(signs->hypervisor);
	signs->fw_cfg = fw_cfg_present();
	signs->pci_subsystem = pci_subsystem();
}
