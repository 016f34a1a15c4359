/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/abandon.h"
#include "kernel/cpu/smp.h"

#include "kernel/atomic.h"
#include "kernel/common/jobs.h"
#include "kernel/cpu/cores.h"
#include "kernel/cpu/microcode.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpu/trap.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/mtrr.h"
#include "kernel/x86/pat.h"
#include "kernel/x86/regs.h"
#include "kernel/x86/vector.h"

OPTION_NUMBER(opt_nosipi, "nosipi", UINT32_MAX, 0, UINT32_MAX,
	      "APIC ID of a core that is never sent its start-up IPI (a test)");

/*
 * Delays of the MP specification (1.4, B.4): 10 ms after INIT for old parts,
 * 200 us between the two SIPIs. The first round needs no INIT delay (P6 and
 * later), the retry keeps it: an emulated or loaded host can let an INIT
 * swallow a quick SIPI.
 */
#define INIT_DELAY_US 10000
#define SIPI_DELAY_US 200

/*
 * A round ends when this long has passed with no core arriving; many cores
 * on a loaded host come one after the other.
 */
#define SILENCE_US 200000
#define SILENCE_RETRY_US 1000000

/* Bytes that cores leave to the program: its stack, and some to measure with. */
#define FOR_THE_PROGRAM (512u << 10)

#define INT3 0xCC
#define FAR_BELOW_1MIB 0x100000u

extern const char trampoline_start[], trampoline_end[]; /* boot/trampoline.asm */
extern const char trampoline_core64[];
extern const char boot_gdt[], boot_gdt_end[];           /* boot/entry.asm */

struct smp_slot smp_slots[MACHINE_MAX_CORES];
uint32_t smp_slot_count;

/* ---- preparing --------------------------------------------------------- */

static void wait_us(uint64_t us)
{
	uint64_t start = tsc_read();

	while (tsc_read() - start < ticks_of_us(us))
		cpu_relax();
}

static void prepare_page(uint64_t page)
{
	struct trampoline_args *args = (struct trampoline_args *)
		(page + X86_PAGE_SIZE - sizeof(*args));

	memset((void *)page, INT3, X86_PAGE_SIZE);
	memcpy((void *)page, trampoline_start,
	       (size_t)(trampoline_end - trampoline_start));
	*args = (struct trampoline_args){
		.cr0 = (uint32_t)read_cr0(),
		.cr3 = (uint32_t)read_cr3(),
		.cr4 = (uint32_t)read_cr4(),
		.efer = (uint32_t)rdmsr(MSR_IA32_EFER) & ~IA32_EFER_LMA,
		.gdt_limit = (uint16_t)(boot_gdt_end - boot_gdt - 1),
		.gdt_base = (uint32_t)(uintptr_t)boot_gdt,
		.entry = (uint32_t)(uintptr_t)trampoline_core64,
		.entry_selector = GDT_CODE64,
	};
}

/* Memory for a core: its percpu and a guarded stack. */
static bool prepare_slot(struct smp_slot *slot, uint32_t apic_id)
{
	size_t size;
	void *stack = machine_stack_alloc(CORE_STACK_SIZE, &size);

	slot->cpu = machine_alloc(sizeof(*slot->cpu), MACHINE_LINE_PAIR);
	if (!stack || !slot->cpu)
		return false;
	slot->apic_id = apic_id;
	slot->stack_top = (uint64_t)stack + size;
	return true;
}

static bool to_start(const struct madt_core *core, uint32_t boot_id)
{
	return core->enabled && core->apic_id != boot_id;
}

static void prepare_slots(const struct madt_core *listed, unsigned count,
			  uint32_t boot_id)
{
	for (unsigned i = 0; i < count; i++)
		if (to_start(&listed[i], boot_id) &&
		    listed[i].apic_id <= lapic->id_most &&
		    machine_memory_left() > FOR_THE_PROGRAM &&
		    prepare_slot(&smp_slots[smp_slot_count], listed[i].apic_id))
			smp_slot_count++;
}

/* ---- one round of INIT-SIPI-SIPI --------------------------------------- */

static uint32_t state_of(struct smp_slot *slot)
{
	/* A1: pairs with R1 in smp_core_main(): its percpu is filled. */
	return atomic_load_acquire(&slot->state);
}

/* Sends to every core that has not answered; waits overlap that way. */
static void send_to_silent(uint32_t command)
{
	for (uint32_t i = 0; i < smp_slot_count; i++) {
		struct smp_slot *slot = &smp_slots[i];

		if (state_of(slot) != SLOT_INVITED)
			continue;
		if (slot->apic_id == opt_nosipi.number &&
		    (command & LAPIC_ICR_STARTUP) == LAPIC_ICR_STARTUP)
			continue;
		lapic->write(LAPIC_ESR, 0);
		lapic->send(slot->apic_id, command | LAPIC_ICR_ASSERT);
	}
}

static unsigned count_in(enum slot_state state)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < smp_slot_count; i++)
		count += state_of(&smp_slots[i]) == state;
	return count;
}

/* Until all are ready or none has come for `silence_us`. */
static void wait_for_cores(uint64_t silence_us)
{
	uint64_t waited = 0;
	unsigned ready = count_in(SLOT_READY);

	while (ready < smp_slot_count && waited < silence_us) {
		wait_us(SIPI_DELAY_US);
		waited += SIPI_DELAY_US;
		unsigned now = count_in(SLOT_READY);
		if (now > ready)
			waited = 0;
		ready = now;
	}
}

static void round_of_start(uint64_t page, uint64_t init_delay_us,
			   uint64_t silence_us)
{
	uint32_t vector = (uint32_t)(page / X86_PAGE_SIZE);

	for (uint32_t i = 0; i < smp_slot_count; i++) {
		uint32_t empty = SLOT_EMPTY;
		/* R2: pairs with A2, the core's own exchange (LOCK CMPXCHG in
		 * boot/trampoline.asm): it finds its stack. */
		(void)atomic_cas_acq_rel(&smp_slots[i].state, &empty,
					 SLOT_INVITED);
	}
	send_to_silent(LAPIC_ICR_INIT);
	wait_us(init_delay_us);
	send_to_silent(LAPIC_ICR_STARTUP | vector);
	wait_us(SIPI_DELAY_US);
	send_to_silent(LAPIC_ICR_STARTUP | vector);
	wait_for_cores(silence_us);
}

/*
 * Takes back every invitation not accepted, so that a core that wakes from
 * here on parks (boot/trampoline.asm) instead of running in the INIT that the
 * retry may send it. Returns how many.
 */
static unsigned withdraw_invitations(enum slot_state into)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < smp_slot_count; i++) {
		uint32_t invited = SLOT_INVITED;
		/* A2/R2: with the core's own exchange; one of the two wins. */
		count += atomic_cas_acq_rel(&smp_slots[i].state, &invited,
					    into);
	}
	return count;
}

/* ---- public ------------------------------------------------------------ */

static const char *failure_of(struct smp_slot *slot)
{
	if (state_of(slot) == SLOT_ARRIVED)
		return "arrived in 64-bit mode but did not finish its set-up";
	return "no answer to INIT-SIPI-SIPI, nor to a slow retry";
}

static void enter_results(int (*node_of)(uint32_t apic_id))
{
	for (uint32_t i = 0; i < smp_slot_count; i++)
		if (state_of(&smp_slots[i]) == SLOT_READY)
			cores_add_started(smp_slots[i].cpu,
					  node_of(smp_slots[i].apic_id));
	for (uint32_t i = 0; i < smp_slot_count; i++)
		if (state_of(&smp_slots[i]) != SLOT_READY)
			cores_add_other(smp_slots[i].apic_id, CORE_FAILED,
					failure_of(&smp_slots[i]), -1);
}

/* Those that got no slot; slots are in the list's order. */
static void enter_skipped(const struct madt_core *listed, unsigned count,
			  uint32_t boot_id)
{
	uint32_t slot = 0;

	for (unsigned i = 0; i < count; i++) {
		uint32_t id = listed[i].apic_id;

		if (!to_start(&listed[i], boot_id))
			continue;
		if (slot < smp_slot_count && smp_slots[slot].apic_id == id)
			slot++;
		else
			cores_add_other(id, CORE_SKIPPED, id > lapic->id_most ?
				"its APIC ID takes x2APIC mode: xAPIC reaches "
				"IDs up to 254" : "no memory for its stack",
				-1);
	}
}

void smp_start(const struct madt_core *listed, unsigned count,
	       struct percpu *boot, uint64_t trampoline_page,
	       int (*node_of)(uint32_t apic_id))
{
	cores_add_started(boot, node_of(boot->local.apic_id));
	if (count <= 1)
		return;
	if (!trampoline_page || trampoline_page >= FAR_BELOW_1MIB) {
		for (unsigned i = 0; i < count; i++)
			if (to_start(&listed[i], boot->local.apic_id))
				cores_add_other(listed[i].apic_id, CORE_SKIPPED,
						"no free page below 1 MiB", -1);
		return;
	}
	prepare_slots(listed, count, boot->local.apic_id);
	prepare_page(trampoline_page);
	round_of_start(trampoline_page, 0, SILENCE_US);
	if (withdraw_invitations(SLOT_EMPTY))
		round_of_start(trampoline_page, INIT_DELAY_US,
			       SILENCE_RETRY_US);
	withdraw_invitations(SLOT_WITHDRAWN);
	enter_results(node_of);
	enter_skipped(listed, count, boot->local.apic_id);
}

_Noreturn void smp_core_main(struct smp_slot *slot)
{
	struct percpu *cpu = slot->cpu;
	segments_load(cpu);
	trap_load();
	cpu_unlimit();
	vector_enable();
	pat_set();
	mtrr_match_boot_core();
	lapic_enable();
	cpu->local.apic_id = slot->apic_id;
	cores_describe(cpu);
	cpu->info.microcode = microcode_revision();
	/* R1: pairs with A1 in state_of(). */
	atomic_store_release(&slot->state, SLOT_READY);
	abandon_home_here(cpu);
	jobs_serve(&cpu->job, &cpu->local);
}
