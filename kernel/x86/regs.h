/* SPDX-License-Identifier: MIT */
/*
 * Names of registers, bits, ports and leaves, spelled as in Intel's SDM
 * (vol. 2-4), AMD's APM or the chip's data sheet; bits are indented under
 * their register. The only place where such a number is typed: assembly gets
 * them through boot/offsets.c.
 */
#ifndef KERNEL_X86_REGS_H
#define KERNEL_X86_REGS_H

/* ---- control registers (SDM 3A, 2.5) ----------------------------------- */
#define X86_CR0_PE (1u << 0)   /* protected mode */
#define X86_CR0_MP (1u << 1)   /* WAIT obeys TS */
#define X86_CR0_ET (1u << 4)   /* fixed to 1 */
#define X86_CR0_NE (1u << 5)   /* x87 errors as #MF */
#define X86_CR0_WP (1u << 16)  /* ring 0 obeys read-only pages */
#define X86_CR0_NW (1u << 29)  /* with CD off: caches do not write through */
#define X86_CR0_CD (1u << 30)  /* caches take nothing new */
#define X86_CR0_PG (1u << 31)  /* paging */
#define X86_CR4_PAE (1u << 5)
#define X86_CR4_MCE (1u << 6)  /* machine checks as #MC, not shutdown */
#define X86_CR4_OSFXSR (1u << 9)
#define X86_CR4_LA57 (1u << 12) /* tables of five levels */
#define X86_CR4_OSXMMEXCPT (1u << 10) /* SSE errors as #XM */
#define X86_CR4_PCIDE (1u << 17)
#define X86_CR4_OSXSAVE (1u << 18)
#define X86_CR4_CET (1u << 23)
#define XCR0 0u                /* the number of the extended register */
#define   XCR0_X87 (1u << 0)
#define   XCR0_SSE (1u << 1)
#define   XCR0_AVX (1u << 2)

/* ---- paging (SDM 3A, 4.5) ---------------------------------------------- */
#define X86_PTE_PRESENT (1ull << 0)
#define X86_PTE_WRITE (1ull << 1)
#define X86_PTE_PWT (1ull << 3)       /* of the PAT's first four: entry 1 */
#define X86_PTE_PCD (1ull << 4)       /* with PWT: entry 3, uncached */
#define X86_PDE_LARGE (1ull << 7)
#define X86_PTE_ADDRESS 0x000FFFFFFFFFF000ull
#define X86_PTE_NX (1ull << 63)
#define X86_PAGE_SIZE 4096u
#define X86_LARGE_PAGE_SIZE 0x200000u
#define X86_TABLE_ENTRIES 512u

/* ---- selectors and descriptors (SDM 3A, 3.4.5) ------------------------- */
#define GDT_CODE64 0x08u
#define GDT_DATA 0x10u
#define GDT_TSS 0x18u
#define GDT_CODE64_DESCRIPTOR 0x00209B0000000000ull /* L P S code, accessed */
#define GDT_DATA_DESCRIPTOR 0x0000930000000000ull   /* P S data, accessed */
#define GDT_TSS_AVAILABLE 0x89u                     /* P, type 9 */
#define IDT_GATE_INTERRUPT 0x8Eu                    /* P, type 14: IF = 0 */

/* ---- model-specific registers (SDM 4) ---------------------------------- */
#define MSR_IA32_APIC_BASE 0x1Bu
#define   IA32_APIC_BASE_EXTD (1ull << 10)
#define   IA32_APIC_BASE_EN (1ull << 11)
#define MSR_SMI_COUNT 0x34u
#define MSR_IA32_TSC_ADJUST 0x3Bu
#define MSR_IA32_BIOS_SIGN_ID 0x8Bu
#define MSR_IA32_MPERF 0xE7u
#define MSR_IA32_APERF 0xE8u
#define MSR_IA32_MTRRCAP 0xFEu
#define   IA32_MTRRCAP_VCNT 0xFFu
#define MSR_IA32_MCG_CAP 0x179u
#define   IA32_MCG_CAP_COUNT 0xFFu
#define MSR_IA32_MISC_ENABLE 0x1A0u
#define   IA32_MISC_ENABLE_LIMIT_CPUID (1ull << 22)
#define   IA32_MISC_ENABLE_TURBO_OFF (1ull << 38)
#define MSR_IA32_MTRR_PHYSBASE0 0x200u
#define MSR_IA32_MTRR_FIX64K_00000 0x250u
#define MSR_IA32_MTRR_FIX16K_80000 0x258u
#define MSR_IA32_MTRR_FIX16K_A0000 0x259u
#define MSR_IA32_MTRR_FIX4K_C0000 0x268u /* the first of eight in a row */
#define MSR_IA32_PAT 0x277u              /* SDM 3A, 12.12: a byte an entry */
#define   IA32_PAT_PA1_SHIFT 8
#define   IA32_PAT_RESET 0x0007040600070406ull
#define   IA32_PAT_TYPE 0xFFull
#define   IA32_PAT_WC 0x01ull
#define MSR_IA32_MTRR_DEF_TYPE 0x2FFu
#define MSR_IA32_MC0_STATUS 0x401u       /* then its ADDR, its MISC */
#define   IA32_MC_STATUS_ADDRV (1ull << 58)
#define   IA32_MC_STATUS_MISCV (1ull << 59)
#define   IA32_MC_STATUS_VAL (1ull << 63)
#define   IA32_MC_STRIDE 4u              /* from a bank to the next */
#define MSR_IA32_PM_ENABLE 0x770u
#define   IA32_PM_ENABLE_HWP (1ull << 0)
#define MSR_X2APIC_BASE 0x800u
#define MSR_IA32_EFER 0xC0000080u
#define   IA32_EFER_LME (1u << 8)
#define   IA32_EFER_LMA (1u << 10)
#define MSR_IA32_FS_BASE 0xC0000100u
#define MSR_IA32_GS_BASE 0xC0000101u
#define MSR_IA32_KERNEL_GS_BASE 0xC0000102u
#define MSR_AMD_HWCR 0xC0010015u
#define   AMD_HWCR_CPB_OFF (1ull << 25)

/* ---- CPUID (SDM 2A; AMD APM 3, app. E) --------------------------------- */
#define CPUID_BASIC 0x0u
#define CPUID_FEATURES 0x1u
#define   CPUID_1_ECX_MONITOR (1u << 3)
#define   CPUID_1_ECX_X2APIC (1u << 21)
#define   CPUID_1_ECX_XSAVE (1u << 26)
#define   CPUID_1_ECX_OSXSAVE (1u << 27)
#define   CPUID_1_ECX_AVX (1u << 28)
#define   CPUID_1_ECX_HYPERVISOR (1u << 31)
#define   CPUID_1_EDX_MTRR (1u << 12)
#define   CPUID_1_EDX_MCA (1u << 14)
#define   CPUID_1_EDX_PAT (1u << 16)
#define   CPUID_1_EDX_FXSR (1u << 24)
#define   CPUID_1_EDX_SSE2 (1u << 26)
#define   CPUID_1_EDX_HTT (1u << 28)
#define   CPUID_1_EBX_PACKAGE_IDS_SHIFT 16  /* 8 bits, where HTT is set */
#define   CPUID_1_EBX_APIC_ID_SHIFT 24
#define CPUID_CACHES 0x4u                   /* a sub-leaf each */
#define   CPUID_4_EAX_TYPE 0x1Fu            /* 0: no more of them */
#define   CPUID_4_EAX_CORE_IDS_SHIFT 26     /* of the package, less one */
#define   CPUID_4_TYPE_DATA 1u
#define   CPUID_4_TYPE_CODE 2u
#define CPUID_MONITOR 0x5u                 /* EDX: sub-states of C0 .. C7 */
#define   CPUID_5_ECX_EXTENSIONS (1u << 0) /* EDX means something */
#define   CPUID_5_EDX_STATES 8u
#define   CPUID_5_EDX_STATE_BITS 4
#define   CPUID_5_EDX_STATE_MASK 0xFu
#define CPUID_POWER 0x6u
#define   CPUID_6_EAX_TURBO (1u << 1)
#define   CPUID_6_EAX_HWP (1u << 7)
#define   CPUID_6_ECX_APERFMPERF (1u << 0)
#define CPUID_STRUCTURED 0x7u
#define   CPUID_7_EBX_TSC_ADJUST (1u << 1)
#define   CPUID_7_EDX_HYBRID (1u << 15)
#define CPUID_TOPOLOGY 0xBu
#define CPUID_XSTATE 0xDu                   /* EBX: bytes for XCR0 as it is */
#define   CPUID_D1_EAX_XSAVEOPT (1u << 0)
#define CPUID_TSC_CRYSTAL 0x15u
#define CPUID_BASE_FREQUENCY 0x16u
#define CPUID_HYBRID 0x1Au
#define   CPUID_1A_EAX_CORE_TYPE_SHIFT 24
#define   CPUID_1A_CORE_TYPE_ATOM 0x20u
#define   CPUID_1A_CORE_TYPE_CORE 0x40u
#define CPUID_TOPOLOGY_V2 0x1Fu
#define   CPUID_TOPOLOGY_LEVEL_SMT 1u
#define   CPUID_TOPOLOGY_LEVEL_CORE 2u
#define   CPUID_TOPOLOGY_LEVEL_MODULE 3u /* of leaf 1Fh alone */
#define   CPUID_TOPOLOGY_LEVEL_TILE 4u
#define CPUID_HYPERVISOR 0x40000000u
#define CPUID_HYPERVISOR_TIMING 0x40000010u /* EAX: TSC in kHz */
#define CPUID_EXTENDED 0x80000000u
#define CPUID_EXTENDED_FEATURES 0x80000001u
#define   CPUID_81_ECX_TOPOLOGY (1u << 22)  /* leaves 8000_001Dh, 1Eh */
#define   CPUID_81_EDX_RDTSCP (1u << 27)
#define   CPUID_81_EDX_LM (1u << 29)
#define CPUID_BRAND 0x80000002u             /* three leaves of 16 bytes */
#define CPUID_AMD_CACHES_L1 0x80000005u
#define CPUID_AMD_CACHES_L2 0x80000006u     /* and level 3 */
#define CPUID_ADVANCED_POWER 0x80000007u
#define   CPUID_87_EDX_INVARIANT_TSC (1u << 8)
#define   CPUID_87_EDX_CORE_BOOST (1u << 9)
#define CPUID_ADDRESS_SIZES 0x80000008u
#define   CPUID_88_EAX_PHYSICAL_BITS 0xFFu
#define   CPUID_88_ECX_CORES 0xFFu          /* of the package, less one */
#define   CPUID_88_ECX_APIC_ID_SIZE_SHIFT 12 /* 4 bits */
#define CPUID_AMD_CACHES 0x8000001Du        /* as leaf 4 */
#define CPUID_AMD_TOPOLOGY 0x8000001Eu
#define CPUID_AMD_TOPOLOGY_V2 0x80000026u
#define   CPUID_826_EAX_HETEROGENEOUS (1u << 30) /* of sub-leaf 0 */
#define   CPUID_826_EBX_CORE_TYPE_SHIFT 28       /* 0: performance */
#define   CPUID_826_CORE_TYPE_EFFICIENCY 1u

/* ---- MWAIT's hint in EAX (SDM 2B, MWAIT) -------------------------------- */
#define MWAIT_HINT_C1 0x00u
#define MWAIT_HINT_STATE_SHIFT 4       /* 0: C1, 1: C2, ... 15: C0 */
#define MWAIT_HINT_STATE_MASK 0xFu

/* ---- local APIC (SDM 3A, ch. 11): offsets in the xAPIC page ------------ */
#define LAPIC_ID 0x20u
#define   LAPIC_ID_SHIFT 24
#define LAPIC_VERSION 0x30u
#define   LAPIC_VERSION_LVTS_SHIFT 16  /* 8 bits: entries less one */
#define LAPIC_TPR 0x80u
#define LAPIC_EOI 0xB0u
#define LAPIC_LDR 0xD0u               /* read-only in x2APIC mode */
#define LAPIC_DFR 0xE0u               /* xAPIC mode only */
#define LAPIC_SVR 0xF0u
#define   LAPIC_SVR_ENABLE (1u << 8)
#define LAPIC_ISR 0x100u              /* a bit a vector: in service */
#define LAPIC_IRR 0x200u              /* a bit a vector: pending */
#define   LAPIC_IRR_STEP 0x10u        /* from 32 of them to the next */
#define LAPIC_ESR 0x280u
#define LAPIC_ICR_LOW 0x300u
#define   LAPIC_ICR_FIXED 0x000u
#define   LAPIC_ICR_NMI 0x400u
#define   LAPIC_ICR_INIT 0x500u
#define   LAPIC_ICR_STARTUP 0x600u
#define   LAPIC_ICR_PENDING (1u << 12)
#define   LAPIC_ICR_ASSERT (1u << 14)
#define   LAPIC_ICR_ALL_BUT_SELF (3u << 18)
#define LAPIC_ICR_HIGH 0x310u
#define   LAPIC_ICR_DESTINATION_SHIFT 24
#define LAPIC_LVT_TIMER 0x320u
#define LAPIC_LVT_THERMAL 0x330u
#define LAPIC_LVT_COUNTERS 0x340u
#define LAPIC_LVT_LINT0 0x350u
#define LAPIC_LVT_LINT1 0x360u
#define LAPIC_LVT_ERROR 0x370u
#define   LAPIC_LVT_MASKED (1u << 16)
#define   LAPIC_LVT_PERIODIC (1u << 17)
#define LAPIC_TIMER_INITIAL 0x380u
#define LAPIC_TIMER_CURRENT 0x390u
#define LAPIC_TIMER_DIVIDE 0x3E0u
#define   LAPIC_TIMER_DIVIDE_1 0xBu
#define LAPIC_DEFAULT_BASE 0xFEE00000u
#define LAPIC_X2_SHIFT 4               /* MSR = base + (offset >> 4) */

/* ---- I/O APIC (82093AA, 3.0): two words of memory, and what they select --- */
#define IOAPIC_SELECT 0x00u
#define IOAPIC_WINDOW 0x10u
#define   IOAPIC_VERSION 0x01u
#define     IOAPIC_VERSION_LAST_SHIFT 16 /* 8 bits: the number of the last entry */
#define   IOAPIC_ENTRY 0x10u           /* each has two words */
#define     IOAPIC_ENTRY_NMI (4u << 8)
#define     IOAPIC_ENTRY_MASKED (1u << 16)
#define     IOAPIC_ENTRY_ID_SHIFT 24   /* of the upper word */
#define     IOAPIC_ENTRY_ID_MOST 0xFEu /* above it is all cores */

/* ---- vectors ----------------------------------------------------------- */
#define VECTORS 256u
#define VECTOR_DEBUG 1u
#define VECTOR_NMI 2u
#define VECTOR_PAGE_FAULT 14u
#define VECTOR_MACHINE_CHECK 18u
#define VECTOR_EXCEPTIONS 32u          /* 0 .. 31 */
#define VECTOR_PIC 0x20u               /* 16 of them, all masked */
#define   VECTOR_PIC_SPURIOUS 7u       /* IRQ 7 and 15 come unasked */
#define VECTOR_WAKE 0xE0u              /* wake-up IPI and own deadline */
#define VECTOR_IPI 0xE1u               /* an experiment's: counted */
#define VECTOR_TICK 0xF0u              /* core 0's timer, while it ticks */
#define VECTOR_SPURIOUS 0xFFu
#define VECTOR_TPR 0xD0u               /* lets only 0xE0 and above through */
#define VECTOR_TPR_TICK 0xE0u          /* lets only 0xF0 and above through */
#define   VECTOR_TPR_CR8_SHIFT 4       /* CR8 is its upper half (SDM 3A, 11.8.6) */

/* ---- legacy chips ------------------------------------------------------ */
#define PIC_MASTER_COMMAND 0x20u       /* 8259A */
#define PIC_MASTER_DATA 0x21u
#define PIC_SLAVE_COMMAND 0xA0u
#define PIC_SLAVE_DATA 0xA1u
#define   PIC_ICW1_INIT_ICW4 0x11u
#define   PIC_ICW3_MASTER_CASCADE 0x04u
#define   PIC_ICW3_SLAVE_CASCADE 0x02u
#define   PIC_ICW4_8086 0x01u
#define   PIC_MASK_ALL 0xFFu

#define PIT_CHANNEL0 0x40u             /* 8254 */
#define PIT_CHANNEL2 0x42u
#define PIT_COMMAND 0x43u
#define   PIT_CHANNEL0_MODE2_LOHI 0x34u
#define   PIT_CHANNEL0_LATCH 0x00u
#define   PIT_CHANNEL2_MODE2_LOHI 0xB4u
#define   PIT_CHANNEL2_LATCH 0x80u
#define PIT_HZ 1193182u
#define PIT_MASK 0xFFFFu               /* it counts 16 bits */
#define PORT_B 0x61u                   /* gate and output of channel 2 */
#define   PORT_B_GATE2 0x01u
#define   PORT_B_SPEAKER 0x02u

#define PM_TIMER_HZ 3579545u           /* ACPI 6.5, 4.8.3.3 */
#define PM_TIMER_24BIT 0x00FFFFFFu     /* where it has not 32 */

#define HPET_CAPABILITIES 0x000u       /* IA-PC HPET 1.0a, 2.3 */
#define   HPET_CAPABILITIES_64BIT (1u << 13)
#define   HPET_CAPABILITIES_LEGACY (1u << 15)
#define HPET_CONFIGURATION 0x010u
#define   HPET_CONFIGURATION_ENABLE 1u
#define   HPET_CONFIGURATION_LEGACY 2u /* timer 0 in the PIT's place */
#define HPET_COUNTER 0x0F0u
#define   HPET_PERIOD_MAX 100000000u   /* femtoseconds */
#define HPET_TIMER0 0x100u
#define   HPET_TIMER_LEVEL (1u << 1)
#define   HPET_TIMER_INTERRUPT (1u << 2)
#define   HPET_TIMER_PERIODIC (1u << 3)
#define   HPET_TIMER_64BIT (1u << 5)
#define   HPET_TIMER_32BIT_MODE (1u << 8)
#define   HPET_TIMER_MESSAGE (1u << 14) /* past the I/O APIC */
#define HPET_COMPARATOR0 0x108u

#define UART_DATA 0u                   /* 16550A, offsets from its base */
#define UART_DIVISOR 0u                /* two of them, with DLAB */
#define UART_IER 1u
#define UART_FCR 2u
#define   UART_FCR_ENABLE_CLEAR 0x07u
#define UART_LCR 3u
#define   UART_LCR_8N1 0x03u
#define   UART_LCR_DLAB 0x80u
#define UART_MCR 4u
#define   UART_MCR_DTR_RTS_OUT2 0x0Bu
#define   UART_MCR_LOOP 0x10u
#define UART_LSR 5u
#define   UART_LSR_DATA 0x01u
#define   UART_LSR_THRE 0x20u
#define   UART_LSR_TEMT 0x40u
#define   UART_NOTHING 0xFFu           /* how LSR reads where no port is */
#define UART_CLOCK 115200u             /* baud at divisor 1 */
#define UART_COM1 0x3F8u
#define UART_COM2 0x2F8u
#define UART_COM3 0x3E8u
#define UART_COM4 0x2E8u
#define UART_BAUD 115200u              /* where nobody has said another */
#define UART_PATIENCE 200000u          /* reads of LSR: far more than a byte
					* takes; no clock is known yet */

#define KBC_DATA 0x60u                 /* 8042, the keyboard's controller */
#define KBC_STATUS 0x64u
#define   KBC_STATUS_FULL 0x01u        /* KBC_DATA has a byte */
#define   KBC_STATUS_MOUSE 0x20u       /* ... and it is the mouse's */
#define   KBC_FLOATING 0xFFu           /* nobody drives the bus */

#define RTC_INDEX 0x70u                /* MC146818; bit 7 masks the NMI */
#define RTC_DATA 0x71u
#define   RTC_REGISTERS 10u            /* 0 .. 9: time, alarm, date */
#define RTC_SECONDS 0x0u
#define RTC_A 0xAu
#define   RTC_A_UPDATING 0x80u
#define   RTC_A_DIVIDER 0x70u
#define   RTC_A_DIVIDER_ON 0x20u       /* of 32,768 Hz: it runs */
#define RTC_B 0xBu
#define   RTC_B_SET 0x80u              /* it is being set: it stands still */

#define CRTC_INDEX 0x3D4u              /* VGA */
#define CRTC_DATA 0x3D5u
#define   CRTC_CURSOR_START 0x0Au
#define   CRTC_CURSOR_OFF 0x20u

#define FW_CFG_SELECTOR 0x510u         /* QEMU docs/specs/fw_cfg */
#define FW_CFG_DATA 0x511u
#define   FW_CFG_SIGNATURE 0x0000u
#define   FW_CFG_FILE_DIR 0x0019u

#define PCI_ADDRESS 0xCF8u             /* PCI 3.0, 3.2.2.3 */
#define PCI_DATA 0xCFCu
#define   PCI_ADDRESS_ENABLE 0x80000000u
#define   PCI_BUS_SHIFT 16
#define   PCI_DEVICE_SHIFT 11
#define   PCI_FUNCTION_SHIFT 8
#define   PCI_BUSES 256u
#define   PCI_DEVICES 32u
#define   PCI_FUNCTIONS 8u
#define   PCI_ID 0x00u                 /* PCI 3.0, 6.1 */
#define     PCI_ID_NONE 0xFFFFFFFFu
#define   PCI_COMMAND 0x04u
#define     PCI_COMMAND_IO 1u
#define     PCI_COMMAND_MEMORY 2u
#define     PCI_COMMAND_BITS 0xFFFFu   /* the status lies above them */
#define   PCI_CLASS 0x08u
#define     PCI_CLASS_SHIFT 16         /* class and subclass */
#define     PCI_CLASS_SERIAL 0x0700u
#define     PCI_CLASS_MULTIPORT 0x0702u
#define   PCI_HEADER 0x0Cu
#define     PCI_HEADER_TYPE 0x7F0000u  /* 0: a device with six addresses */
#define     PCI_HEADER_MULTI 0x800000u /* it has further functions */
#define   PCI_BAR 0x10u                /* PCI 3.0, 6.2.5.1 */
#define     PCI_BARS 6u
#define     PCI_BAR_IO 1u
#define     PCI_BAR_64BIT 4u
#define     PCI_BAR_IO_BITS 0xFFFCu
#define     PCI_BAR_MEMORY_BITS 0xFFFFFFF0u
#define   PCI_SUBSYSTEM 0x2Cu

#define DEBUG_EXIT 0xF4u               /* QEMU isa-debug-exit */
#define   DEBUG_EXIT_OK 0x10u          /* QEMU leaves with 33 */
#define   DEBUG_EXIT_FAILED 0x11u      /* QEMU leaves with 35 */
#define ACPI_PM1_SLP_EN (1u << 13)     /* ACPI 6.5, 4.8.3.2.1 */
#define ACPI_PM1_SLP_TYP_SHIFT 10
#define RESET_CF9 0xCF9u
#define   RESET_CF9_HARD 0x06u

/* ---- the BIOS data area ------------------------------------------------ */
#define BDA_EBDA_SEGMENT 0x40Eu
#define BDA_BASE_MEMORY_KB 0x413u      /* word */
#define BIOS_ROM_START 0xE0000u
#define BIOS_MP_START 0xF0000u         /* MP tables: the upper half only */
#define BIOS_SMBIOS_START 0xF0000u
#define BIOS_ROM_END 0x100000u
#define VGA_TEXT 0xB8000u
#define   VGA_WHITE_ON_RED 0x4Fu       /* a cell's attribute */

#endif
