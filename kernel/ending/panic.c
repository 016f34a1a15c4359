/* SPDX-License-Identifier: MIT */
#include "kernel/ending/panic.h"

#include "kernel/atomic.h"
#include "kernel/console/output.h"
#include "kernel/cpu/cores.h"
#include "kernel/cpu/percpu.h"
#include "kernel/ending/fault_option.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/recall.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/machine_check.h"
#include "kernel/x86/regs.h"

#define SINK_WAIT_MS 10
#define CHECK_TEXT 320 /* of four banks */

/* The core that reports, plus one; 0 while all is well. */
static uint32_t reporter;

/* What the cores are doing. */
static const char *experiment = "", *variant = "";

static const char *version = "?", *git = "?";

void panic_build(const char *of_version, const char *of_git)
{
	version = of_version;
	git = of_git;
}

void machine_note(const char *now_experiment, const char *now_variant)
{
	experiment = now_experiment;
	variant = now_variant;
	fault_if_asked();
}

/* Waits until a line that is being written is whole, but not for long. */
static void wait_for_sink(void)
{
	uint64_t start = tsc_read();

	while (log_busy() && tsc_read() - start < ticks_of_ms(SINK_WAIT_MS))
		cpu_relax();
}

/*
 * Those alone that run our code: one that the firmware has parked may have no
 * table of interrupts, and an NMI would start the whole machine again.
 */
static void stop_others(void)
{
	for (unsigned core = 0; core < machine_cores(); core++)
		if (cores_started(core) != this_cpu())
			lapic->send(cores_started(core)->local.apic_id,
				    LAPIC_ICR_NMI | LAPIC_ICR_ASSERT);
}

/* What the core's banks tell of it, behind its name. It may come to all cores:
 * one that knows nothing waits a little, so that one that does reports it. */
static void explain_check(char *text, size_t size, const char *name)
{
	uint64_t start = tsc_read();
	size_t length = format(text, size, "%s", name);

	do
		machine_check_tell(text + length, size - length);
	while (!text[length] &&
	       tsc_read() - start < ticks_of_ms(SINK_WAIT_MS));
}

/*
 * Makes the caller the only core that runs. A second panic (of this core
 * while it reports, or of another one) only halts.
 */
static void become_reporter(void)
{
	uint32_t nobody = 0;
	uint32_t self = this_cpu()->local.core + 1;

	/* A1/R1: with itself; the winner's dump must not mix with another. */
	if (!atomic_cas_acq_rel(&reporter, &nobody, self))
		halt_for_ever();
	wait_for_sink();
	stop_others();
	if (log_busy())
		log_seize();
}

static void dump_all_registers(const struct trap_frame *f)
{
	print("vector %lu error %lx cr2 %016lx cr3 %016lx\n",
		      f->vector, f->error, read_cr2(), read_cr3());
	print("rip %016lx rsp %016lx rfl %016lx\n",
		      f->rip, f->rsp, f->rflags);
	print("rax %016lx rbx %016lx rcx %016lx\n",
		      f->rax, f->rbx, f->rcx);
	print("rdx %016lx rsi %016lx rdi %016lx\n",
		      f->rdx, f->rsi, f->rdi);
	print("rbp %016lx r8  %016lx r9  %016lx\n",
		      f->rbp, f->r8, f->r9);
	print("r10 %016lx r11 %016lx r12 %016lx\n",
		      f->r10, f->r11, f->r12);
	print("r13 %016lx r14 %016lx r15 %016lx\n",
		      f->r13, f->r14, f->r15);
}

/* What, where and which build come first, and on a line each: all that a photo
 * has to show. They begin a page, or its end might be between two of them. */
static void dump_text(const struct trap_frame *f, const char *what)
{
	char place[MACHINE_PLACE];

	machine_page();
	print("*** PANIC on core %u (APIC ID %u): %s\n",
		      this_cpu()->local.core, this_cpu()->local.apic_id, what);
	print("    during %s %s\n", experiment, variant);
	if (f) {
		machine_place(place, sizeof(place), f->rip);
		print("    at %s\n", place);
	}
	print("    image %s (%s)", version, git);
	if (machine_facts()->image_crc) /* it is known late in the boot */
		print(", CRC %08x", machine_facts()->image_crc);
	print("\n\n");
	if (f)
		dump_all_registers(f);
}

static void dump_registers(const struct trap_frame *f)
{
	const struct { const char *name; uint64_t value; } registers[] = {
		{ "rax", f->rax }, { "rbx", f->rbx }, { "rcx", f->rcx },
		{ "rdx", f->rdx }, { "rsi", f->rsi }, { "rdi", f->rdi },
		{ "rbp", f->rbp }, { "rsp", f->rsp }, { "r8", f->r8 },
		{ "r9", f->r9 }, { "r10", f->r10 }, { "r11", f->r11 },
		{ "r12", f->r12 }, { "r13", f->r13 }, { "r14", f->r14 },
		{ "r15", f->r15 }, { "rflags", f->rflags },
		{ "cr2", read_cr2() }, { "cr3", read_cr3() },
	};

	for (unsigned i = 0; i < sizeof(registers) / sizeof(registers[0]); i++)
		log_format(registers[i].name, "%016lx", registers[i].value);
}

static void dump_function(const struct trap_frame *f)
{
	char function[MACHINE_PLACE];

	if (f && machine_function(function, sizeof(function), f->rip))
		log_text("function", function);
	else
		log_null("function");
}

static void dump_record(const struct trap_frame *f, const char *what)
{
	log_begin("panic");
	log_number("core", this_cpu()->local.core);
	if (f) {
		log_number("vector", f->vector);
		log_number("error", f->error);
		log_format("rip", "%016lx", f->rip);
	} else {
		log_null("vector");
		log_null("error");
		log_null("rip");
	}
	dump_function(f);
	log_object("registers");
	if (f)
		dump_registers(f);
	log_object_end();
	log_text("experiment", experiment);
	log_text("variant", variant);
	log_text("text", what);
	log_end();
}

_Noreturn static void report_panic(const struct trap_frame *frame,
				   const char *what)
{
	char text[CHECK_TEXT];

	if (frame && frame->vector == VECTOR_MACHINE_CHECK) {
		explain_check(text, sizeof(text), what);
		what = text;
	}
	become_reporter();
	machine_alarm_stop();
	output_last_words();
	machine_style(MACHINE_BAD);
	dump_text(frame, what);
	dump_record(frame, what);
	log_finish("failed");
	machine_stop(1);
}

_Noreturn void panic_trap(const struct trap_frame *frame)
{
	/* The NMI by which a reporter stops us. */
	if (frame->vector == VECTOR_NMI && atomic_load_relaxed(&reporter))
		halt_for_ever();
	report_panic(frame, trap_name(frame->vector));
}

_Noreturn void machine_panic(const char *text)
{
	report_panic(NULL, text);
}
