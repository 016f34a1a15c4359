/* SPDX-License-Identifier: MIT */
#include "kernel/facts/facts.h"

#include "kernel/common/crc32.h"
#include "kernel/common/warnings.h"
#include "kernel/cpu/cores.h"
#include "kernel/efi/services.h"
#include "kernel/format.h"
#include "kernel/memory/memory.h"
#include "kernel/string.h"
#include "kernel/time/alarm.h"
#include "kernel/time/apic_timer.h"
#include "kernel/x86/boost.h"
#include "kernel/x86/caches.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/mtrr.h"
#include "kernel/x86/vector.h"

#define CACHES_MAX 5u /* more are not logged */

extern char image_start[], image_code_end[]; /* linker.ld */

static struct machine_facts facts;

const struct machine_facts *machine_facts(void)
{
	return &facts;
}

void machine_look_before(void)
{
}

void machine_look_around(const char *during)
{
	(void)during;
}

void machine_look_back(void)
{
}

bool machine_granted(unsigned index, const char **what, const char **answer)
{
	(void)index;
	(void)what;
	(void)answer;
	return false;
}

/* Started cores that share what core 0 shares with IDs of so many low bits. */
static unsigned sharers(unsigned id_bits)
{
	unsigned count = 0;

	for (unsigned i = 0; i < machine_cores(); i++)
		count += machine_core_info(i)->apic_id >> id_bits ==
			 machine_core_info(0)->apic_id >> id_bits;
	return count;
}

static void collect_caches(void)
{
	static struct machine_cache kept[CACHES_MAX];
	struct cpu_cache cache[CACHES_MAX];

	facts.caches = cpu_caches(cache, CACHES_MAX);
	facts.cache = kept;
	for (unsigned i = 0; i < facts.caches; i++) {
		kept[i] = cache[i].facts;
		kept[i].shared = sharers(cache[i].id_bits);
	}
}

/* The cores that are listed as enabled, and the boot core in any case. */
static unsigned count_asked(const struct processors *listed)
{
	uint32_t boot_id = machine_core_info(0)->apic_id;
	unsigned count = 0;
	bool boot_core = false;

	for (unsigned i = 0; i < listed->count; i++) {
		count += listed->core[i].enabled;
		boot_core |= listed->core[i].enabled &&
			     listed->core[i].apic_id == boot_id;
	}
	if (!boot_core)
		warnings_add("madt_without_boot_core", "the processor table "
			     "(MADT) does not list the boot core, whose APIC "
			     "ID is %u: it is counted", boot_id);
	return count + !boot_core;
}

static void collect_facts(const struct boot_info *boot,
			  const struct trust_signs *signs,
			  const struct firmware_tables *tables)
{
	struct vector_facts vector = vector_facts();
	static char brand[CPU_BRAND_SIZE], hypervisor[CPU_HYPERVISOR_SIZE];
	static char text[160];
	static const char *const services[] = {
		[EFI_NEVER_THERE] = NULL, [EFI_ENDED] = "left",
		[EFI_KEPT] = "kept",
	};

	cpu_brand(brand);
	cpu_hypervisor(hypervisor);
	format(text, sizeof(text), "hypervisor=%s fw_cfg=%s pci=%08x nops: "
	       "2000=%lu 20000=%lu 40000=%lu cold=%lu apic=%s", hypervisor,
	       signs->fw_cfg ? "yes" : "no", signs->pci_subsystem,
	       signs->nop_2000, signs->nop_20000, signs->nop_40000,
	       signs->nop_cold, lapic->name);
	facts = (struct machine_facts){
		.machine = "bare", .trust = trust_label(signs), .signs = text,
		.on_metal = !strcmp(trust_label(signs), "metal"),
		.hypervisor = hypervisor, .cpu = brand,
		.turbo = boost_turbo(), .hwp = boost_hwp(),
		.memory_bytes = efi_services() == EFI_KEPT ?
				efi_memory_bytes() : memory_usable(),
		.boot_services = services[efi_services()],
		.watchdog = alarm_there() ? "nmi" :
			    apic_timer_hz() ? "timer" : NULL,
		.memory_map = boot->range, .memory_ranges = boot->ranges,
		.maker = tables->names.maker, .product = tables->names.product,
		.board = tables->names.board,
		.firmware = tables->names.firmware,
		.fxsave = vector.fxsave, .xsaveopt = vector.xsaveopt,
		.ymm = vector.ymm, .xsave_bytes = vector.xsave_bytes,
		.command_line = boot->command_line,
		.image_crc = crc32(0, image_start, (size_t)(image_code_end -
							    image_start)),
		.cores_listed = cores_listed(),
	};
	facts.cores_asked = count_asked(&tables->processors);
	collect_caches();
}

/* Cores whose stamp firmware had set apart; cores_describe() has healed them. */
static unsigned stamps_healed(void)
{
	const struct machine_core_info *info;
	unsigned healed = 0;

	for (unsigned i = 0; (info = machine_core_info(i)); i++)
		healed += info->state == CORE_STARTED &&
			  info->tsc_adjust_known && info->tsc_adjust !=
			  machine_core_info(0)->tsc_adjust;
	return healed;
}

static void warn_of_machine(const struct boot_info *boot)
{
	uint32_t last_leaf;

	if (cpu_limited(&last_leaf))
		warnings_add("cpuid_limited", "CPUID ends at leaf %xh: XSAVE "
			     "cannot be used, and the cores' places may not be "
			     "known. Look for "
			     "'Limit CPUID Maximum' in the firmware's set-up",
			     last_leaf);
	if (boot->map_cut || boot->memory.overflow)
		warnings_add("memory_map_cut", "the memory map has more than "
			     "%u ranges: the log has the first ones%s",
			     MEMMAP_ENTRIES, boot->memory.overflow ?
			     ", and the smallest free ones are not used" : "");
	if (stamps_healed())
		warnings_add("tsc_adjusted", "firmware had set the time stamp "
			     "of %u core%s apart (IA32_TSC_ADJUST): they got "
			     "the boot core's", stamps_healed(),
			     format_s(stamps_healed()));
	if (efi_refused())
		warnings_add("log_not_kept", "no log is kept: %s",
			     efi_refused());
	if (boot->command_line_cut)
		warnings_add("command_line_cut", "options beyond %u characters "
			     "were not read", BOOT_COMMAND_MAX);
	if (facts.hypervisor[0])
		return; /* the rest tells about hardware */
	if (!machine_clock()->invariant)
		warnings_add("tsc_not_invariant", "the time stamp may change "
			     "its rate with the core's clock");
	if (mtrr_differences())
		warnings_add("mtrr_differed", "%u core%s had memory types "
			     "unlike the boot core's: set right", mtrr_differences(),
			     format_s(mtrr_differences()));
}

void facts_collect(const struct boot_info *boot,
		   const struct trust_signs *signs,
		   const struct firmware_tables *tables)
{
	collect_facts(boot, signs, tables);
	warn_of_machine(boot);
}
