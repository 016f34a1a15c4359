/* SPDX-License-Identifier: MIT */
/* What is brought up, and in which order. */
#include "kernel/init.h"

#include "kernel/common/trust.h"
#include "kernel/console/output.h"
#include "kernel/cpu/apic.h"
#include "kernel/cpu/cores.h"
#include "kernel/cpu/microcode.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpu/smp.h"
#include "kernel/cpu/trap.h"
#include "kernel/efi/services.h"
#include "kernel/ending/fault_option.h"
#include "kernel/ending/fits.h"
#include "kernel/ending/panic.h"
#include "kernel/ending/stop.h"
#include "kernel/facts/facts.h"
#include "kernel/firmware/command_line.h"
#include "kernel/firmware/tables.h"
#include "kernel/memory/memory.h"
#include "kernel/pages/keyboard.h"
#include "kernel/print.h"
#include "kernel/serial/choice.h"
#include "kernel/time/alarm.h"
#include "kernel/time/apic_timer.h"
#include "kernel/time/clock.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/mtrr.h"
#include "kernel/x86/ioapic.h"
#include "kernel/x86/regs.h"
#include "kernel/x86/vector.h"

/* boot/entry.asm */
_Noreturn void stack_call(void (*function)(void), void *stack_top);

static struct percpu boot_cpu;
static struct boot_info boot;
static int (*the_program)(void);

/* Before all that may take seconds: clocks, and cores that do not answer. */
static void say_what_begins(void)
{
	machine_style(MACHINE_TITLE);
	print("quietcore: what the parts of a runtime cost on this machine\n");
	machine_style(MACHINE_PLAIN);
	print("Watching the clock, then starting all cores: some seconds.\n");
	if (keyboard_present())
		print("Esc skips what is not measured yet.\n");
	print("\n");
}

static void run_program(void)
{
	machine_stop(the_program());
}

/* Page tables of its own, too, but for the first. */
#define PROGRAM_LEAST (CORE_STACK_SIZE + 3 * X86_PAGE_SIZE)

static _Noreturn void stop_without_memory(void)
{
	machine_style(MACHINE_BAD);
	print("quietcore: not enough memory: %lu KiB are free, a stack alone "
	      "needs %u KiB\n", machine_memory_left() / 1024,
	      PROGRAM_LEAST / 1024);
	machine_stop(1);
}

static _Noreturn void start_program(void)
{
	size_t size;
	uint8_t *stack = machine_stack_alloc(CORE_STACK_SIZE, &size);

	if (!stack)
		stop_without_memory();
	stack_call(run_program, stack + size);
}

_Noreturn void kernel_start(uint32_t magic, uintptr_t information,
			    int (*program)(void), const char *version,
			    const char *git)
{
	struct trust_signs signs;
	struct firmware_tables *tables;
	uint64_t trampoline;
	const char *problem;

	fits_or_stop(magic, information); /* before .bss is used */
	the_program = program;
	panic_build(version, git);
	segments_load(&boot_cpu);	/* %gs and the fault stacks */
	trap_init(panic_trap);		/* from here on a fault is dumped */
	trap_load();
	output_early();			/* ... and somebody sees it */
	trust_look(&signs);		/* early: its first NOPs must be cold */
	problem = multiboot_read(&boot, magic, information);
	if (efi_memory(&boot))
		problem = NULL;
	command_line_read(&boot);
	trampoline = memory_init(&boot); /* before anything allocates */
	output_init(&boot);		/* where to is an option */
	if (problem)
		machine_panic(problem);
	fault_at_boot();
	cpu_unlimit();
	vector_enable();		/* the others inherit CR4 */
	if (efi_services() != EFI_KEPT) /* it could not be put back */
		pic_disable();
	/* May map tables above 4 GiB. */
	tables = firmware_tables_read(&boot, memory_map);
	serial_choose_console(&tables->acpi);
	stop_init(&tables->fadt);
	keyboard_init(tables->fadt.has_8042);
	say_what_begins();
	clock_init(&tables->acpi, &tables->fadt); /* before a timed wait */
	apic_start(tables->processors.lapic, tables->processors.no_x2apic);
	mtrr_remember_boot_core();	/* before the others copy them */
	boot_cpu.local.apic_id = lapic->id();
	cores_describe(&boot_cpu);
	boot_cpu.info.microcode = microcode_revision();
	apic_timer_calibrate();
	alarm_init(&tables->timer_pin, efi_services() == EFI_KEPT);
	smp_start(tables->processors.core, tables->processors.count, &boot_cpu,
		  trampoline, firmware_node_of);
	clock_compare_cores();		/* needs all of them */
	memory_unmap_null();		/* the BIOS data area was read */
	facts_collect(&boot, &signs, tables);
	start_program();
}
