/* SPDX-License-Identifier: MIT */
#include "kernel/x86/pic.h"

#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

void pic_disable(void)
{
	outb(PIC_MASTER_COMMAND, PIC_ICW1_INIT_ICW4);
	outb(PIC_SLAVE_COMMAND, PIC_ICW1_INIT_ICW4);
	outb(PIC_MASTER_DATA, VECTOR_PIC);
	outb(PIC_SLAVE_DATA, VECTOR_PIC + 8);
	outb(PIC_MASTER_DATA, PIC_ICW3_MASTER_CASCADE);
	outb(PIC_SLAVE_DATA, PIC_ICW3_SLAVE_CASCADE);
	outb(PIC_MASTER_DATA, PIC_ICW4_8086);
	outb(PIC_SLAVE_DATA, PIC_ICW4_8086);
	outb(PIC_MASTER_DATA, PIC_MASK_ALL);
	outb(PIC_SLAVE_DATA, PIC_MASK_ALL);
}
