/* SPDX-License-Identifier: MIT */
#include "kernel/init.h"

#include "kernel/common/crc32.h"
#include "kernel/common/trust.h"
#include "kernel/common/warnings.h"
#include "kernel/console/output.h"
#include "kernel/cpu/cores.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpu/smp.h"
#include "kernel/cpu/trap.h"
#include "kernel/ending/fault_option.h"
#include "kernel/ending/panic.h"
#include "kernel/ending/stop.h"
#include "kernel/firmware/acpi.h"
#include "kernel/firmware/fw_cfg.h"
#include "kernel/firmware/mptable.h"
#include "kernel/firmware/multiboot.h"
#include "kernel/firmware/processors.h"
#include "kernel/format.h"
#include "kernel/memory/memory.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/time/apic_timer.h"
#include "kernel/time/clock.h"
#include "kernel/x86/boost.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/mtrr.h"
#include "kernel/x86/pic.h"
#include "kernel/x86/regs.h"
#include "kernel/x86/vector.h"

OPTION_CHOICE(opt_apic, "apic", "auto", "auto xapic x2apic",
	      "local APIC mode: auto, xapic, x2apic");

#define FW_CFG_OPTIONS "opt/quietcore/cmdline"
#define KIB 1024u

extern char image_start[], image_code_end[]; /* linker.ld */
_Noreturn void stack_call(void (*function)(void), void *stack_top);

static struct percpu boot_cpu;
static struct boot_info boot;
static struct processors listed;
static struct acpi acpi;
static struct fadt_facts fadt;
static uint64_t trampoline_page;
static struct machine_facts facts;
static int (*the_program)(void);

/* ---- machine.h: facts --------------------------------------------------- */

const struct machine_facts *machine_facts(void)
{
	return &facts;
}

bool machine_granted(unsigned index, const char **what, const char **answer)
{
	(void)index;
	(void)what;
	(void)answer;
	return false;
}

/* ---- steps ------------------------------------------------------------- */

/* The program complains of bad words: it can write them into the log. */
static void say_nothing(const char *word, const char *reason)
{
	(void)word;
	(void)reason;
}

/* Options come from the boot loader and, after those, from QEMU's fw_cfg. */
static void read_options(void)
{
	static char parsed[BOOT_COMMAND_MAX];
	size_t length = strlen(boot.command_line);

	if (length + 2 < sizeof(boot.command_line)) {
		boot.command_line[length] = ' ';
		if (!fw_cfg_read(FW_CFG_OPTIONS, boot.command_line + length + 1,
				 sizeof(boot.command_line) - length - 1))
			boot.command_line[length] = 0;
	}
	memcpy(parsed, boot.command_line, sizeof(parsed));
	options_parse(parsed, say_nothing);
}

/* Each is 0 or nonsense under UEFI, where only the boot loader knows. */
static const void *ebda(void)
{
	return (const void *)((uintptr_t)read_word_at(BDA_EBDA_SEGMENT) << 4);
}

static const void *base_memory_end(void)
{
	return (const void *)((uintptr_t)read_word_at(BDA_BASE_MEMORY_KB) *
			      KIB);
}

/* Where a BIOS leaves the RSDP. */
static const void *find_rsdp(void)
{
	const void *rsdp = boot.rsdp;

	if (!rsdp && ebda())
		rsdp = acpi_rsdp_scan(ebda(), KIB);
	if (!rsdp)
		rsdp = acpi_rsdp_scan((const void *)(uintptr_t)BIOS_ROM_START,
				      BIOS_ROM_END - BIOS_ROM_START);
	return rsdp;
}

/* MultiProcessor Specification 1.4, ch. 4. */
static const void *find_mp_floating(void)
{
	const void *floating = ebda() ? mp_scan(ebda(), KIB) : NULL;

	if (!floating && base_memory_end())
		floating = mp_scan((const char *)base_memory_end() - KIB, KIB);
	if (!floating)
		floating = mp_scan((const void *)(uintptr_t)BIOS_MP_START,
				   BIOS_ROM_END - BIOS_MP_START);
	return floating;
}

static void read_acpi(void)
{
	acpi_init(&acpi, find_rsdp(), memory_map);
	fadt_read(&acpi, &fadt);
	processors_read(&listed, &acpi, find_mp_floating(),
			cpu_apic_id());
}

static int node_of(uint32_t apic_id)
{
	size_t length;
	const void *srat = acpi_find(&acpi, "SRAT", &length);

	return srat ? srat_node(srat, length, apic_id) : -1;
}

static void start_lapic(void)
{
	enum lapic_wish wish = LAPIC_AUTO;
	const char *problem;

	if (!strcmp(opt_apic.text, "xapic"))
		wish = LAPIC_XAPIC;
	if (!strcmp(opt_apic.text, "x2apic"))
		wish = LAPIC_X2APIC;
	memory_map(listed.lapic, X86_PAGE_SIZE);
	problem = lapic_choose(wish, listed.lapic);
	if (problem)
		warnings_add("apic", "apic=%s: %s", opt_apic.text, problem);
	lapic_enable();
}

static void collect_facts(const struct trust_signs *signs)
{
	struct vector_facts vector = vector_facts();
	static char brand[CPU_BRAND_SIZE], hypervisor[CPU_HYPERVISOR_SIZE];
	static char text[160];

	cpu_brand(brand);
	cpu_hypervisor(hypervisor);
	format(text, sizeof(text), "hypervisor=%s fw_cfg=%s pci=%08x nops: "
	       "1000=%lu 2000=%lu cold=%lu apic=%s", hypervisor,
	       signs->fw_cfg ? "yes" : "no", signs->pci_subsystem,
	       signs->nop_1000, signs->nop_2000, signs->nop_cold, lapic->name);
	facts = (struct machine_facts){
		.machine = "bare", .trust = trust_label(signs), .signs = text,
		.on_metal = !strcmp(trust_label(signs), "metal"),
		.hypervisor = hypervisor, .cpu = brand,
		.turbo = boost_turbo(), .hwp = boost_hwp(),
		.memory_bytes = memory_usable(),
		.fxsave = vector.fxsave, .xsaveopt = vector.xsaveopt,
		.ymm = vector.ymm, .xsave_bytes = vector.xsave_bytes,
		.command_line = boot.command_line,
		.image_crc = crc32(0, image_start, (size_t)(image_code_end -
							    image_start)),
		.cores_listed = cores_listed(),
	};
	for (unsigned i = 0; i < listed.count; i++)
		facts.cores_asked += listed.core[i].enabled;
}

static void warn_of_machine(void)
{
	if (cpu_limited())
		warnings_add("cpuid_limited", "CPUID ends at leaf %xh: XSAVE "
			     "and the cores' places cannot be read. Look for "
			     "'Limit CPUID Maximum' in the firmware's set-up",
			     cpu_limited());
	if (boot.command_line_cut)
		warnings_add("command_line_cut", "options beyond %u characters "
			     "were not read", BOOT_COMMAND_MAX);
	if (facts.hypervisor[0])
		return; /* the rest tells about hardware */
	if (!machine_clock()->invariant)
		warnings_add("tsc_not_invariant", "the time stamp may change "
			     "its rate with the core's clock");
	if (mtrr_differences())
		warnings_add("mtrr_differed", "%u cores had memory types unlike "
			     "the boot core's: set right", mtrr_differences());
}

static void run_program(void)
{
	machine_stop(the_program());
}

static _Noreturn void start_program(void)
{
	size_t size;
	uint8_t *stack = machine_stack_alloc(CORE_STACK_SIZE, &size);

	if (!stack)
		machine_panic("no memory for the program's stack");
	stack_call(run_program, stack + size);
}

/* ---- public ------------------------------------------------------------ */

_Noreturn void kernel_start(uint32_t magic, uintptr_t information,
			    int (*program)(void))
{
	struct trust_signs signs;
	const char *problem;

	the_program = program;
	segments_load(&boot_cpu);	/* %gs and the fault stacks */
	trap_init(panic_trap);		/* from here on a fault is dumped */
	trap_load();
	output_early();			/* ... and somebody sees it */
	trust_look(&signs);		/* early: its first NOPs must be cold */
	problem = multiboot_read(&boot, magic, information);
	read_options();
	output_init();			/* where to is an option */
	if (problem)
		machine_panic(problem);
	fault_at_boot();
	cpu_unlimit();
	vector_enable();		/* the others inherit CR4 */
	pic_disable();
	trampoline_page = memory_init(&boot); /* before anything allocates */
	read_acpi();			/* may map tables above 4 GiB */
	stop_init(&fadt);
	clock_init(&acpi, &fadt);	/* before any timed wait */
	start_lapic();
	mtrr_remember_boot_core();	/* before the others copy them */
	boot_cpu.local.apic_id = lapic->id();
	cores_describe(&boot_cpu);
	apic_timer_calibrate();
	smp_start(listed.core, listed.count, &boot_cpu, trampoline_page,
		  node_of);
	clock_compare_cores();		/* needs all of them */
	memory_unmap_null();		/* the BIOS data area was read */
	collect_facts(&signs);
	warn_of_machine();
	start_program();
}
