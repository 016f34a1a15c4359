/* SPDX-License-Identifier: MIT */
/*
 * Where a core sits, from the first of these that the processor has: AMD's
 * leaf 8000_0026h, leaf 1Fh (SDM 3A, 9.9), AMD's 8000_001Eh (APM 3, app. E),
 * leaf 0Bh, and on older ones leaves 1 and 4, or AMD's 8000_0008h.
 */
#include "kernel/minmax.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

#define LEVELS_MAX 8u

/* Low bits of the APIC ID that lie below a core, a module (or what takes its
 * place), a die and a package. */
struct widths {
	unsigned core, module, die, package, levels;
	bool modules;
};

/* Intel's alone: AMD's leaf calls its dies by the first of these codes. */
static bool is_module(uint32_t leaf, unsigned type)
{
	return leaf == CPUID_TOPOLOGY_V2 &&
	       (type == CPUID_TOPOLOGY_LEVEL_MODULE ||
		type == CPUID_TOPOLOGY_LEVEL_TILE);
}

/*
 * Each level tells how many low bits of the APIC ID lie below the next one;
 * levels come from the thread upwards. AMD's leaf calls the first two core and
 * complex, but means the same bits by the same codes: what threads of one core
 * share, and what cores of one complex share. All above that and below the
 * package is counted to the die, but for Intel's modules: parts of one.
 */
static struct widths read_widths(uint32_t leaf)
{
	struct widths w = { 0 };

	for (struct cpuid r = cpu_leaf(leaf, 0); r.ebx && w.levels < LEVELS_MAX;
	     r = cpu_leaf(leaf, ++w.levels)) {
		unsigned type = r.ecx >> 8 & 0xFF, shift = r.eax & 0x1F;

		if (type == CPUID_TOPOLOGY_LEVEL_SMT)
			w.core = shift;
		if (type == CPUID_TOPOLOGY_LEVEL_SMT ||
		    type == CPUID_TOPOLOGY_LEVEL_CORE)
			w.module = shift;
		if (is_module(leaf, type)) {
			w.modules = true;
			w.die = (unsigned)max_u64(w.die, shift);
		}
		w.package = (unsigned)max_u64(w.package, shift);
	}
	/* One that lies below the level before it has no bits of its own. */
	w.module = (unsigned)max_u64(w.module, w.core);
	w.die = (unsigned)max_u64(w.die, w.module);
	w.package = (unsigned)max_u64(w.package, w.die);
	return w;
}

static int field(uint32_t id, unsigned from, unsigned to)
{
	return (int)(id >> from & ((1u << (to - from)) - 1));
}

static void place_by(const struct widths *w, uint32_t id,
		     struct cpu_place *place)
{
	place->thread = field(id, 0, w->core);
	place->core_id = field(id, w->core, w->die);
	if (w->modules)
		place->module = field(id, w->module, w->die);
	place->die = field(id, w->die, w->package);
	place->package = (int)(id >> w->package);
}

static bool is_amd(void)
{
	return cpu_is("AuthenticAMD") || cpu_is("HygonGenuine");
}

/* 8000_001Eh numbers cores and nodes itself, on the core that asks. */
static bool place_from_nodes(uint32_t id, struct cpu_place *place)
{
	struct cpuid r = cpu_leaf(CPUID_AMD_TOPOLOGY, 0);
	unsigned threads = (r.ebx >> 8 & 0xFF) + 1;
	unsigned nodes = (r.ecx >> 8 & 7) + 1;
	unsigned bits = cpu_leaf(CPUID_ADDRESS_SIZES, 0).ecx >>
			CPUID_88_ECX_APIC_ID_SIZE_SHIFT & 0xF;

	if (!is_amd() || !bits || r.eax != id ||
	    cpu_leaf(CPUID_EXTENDED, 0).eax < CPUID_AMD_TOPOLOGY)
		return false;
	place->thread = (int)(id % threads);
	place->core_id = (int)(r.ebx & 0xFF);
	place->die = (int)((r.ecx & 0xFF) % nodes);
	place->package = (int)(id >> bits);
	return true;
}

/* Of numbers up to this one. */
static unsigned bits_up_to(unsigned most)
{
	return most ? 32 - (unsigned)__builtin_clz(most) : 0;
}

/* Older ones of AMD (APM 3, E.4.7): a core has one thread. */
static struct widths read_sizes(void)
{
	struct cpuid r = cpu_leaf(CPUID_ADDRESS_SIZES, 0);
	unsigned bits = r.ecx >> CPUID_88_ECX_APIC_ID_SIZE_SHIFT & 0xF;

	if (!bits)
		bits = bits_up_to(r.ecx & CPUID_88_ECX_CORES);
	return (struct widths){ .die = bits, .package = bits,
				.levels = r.eax != 0 };
}

/* Older ones of Intel (SDM 3A, 9.9.3.2): room for IDs, a power of two each. */
static struct widths read_counts(void)
{
	struct cpuid r = cpu_leaf(CPUID_FEATURES, 0);
	uint32_t caches = cpu_leaf(CPUID_CACHES, 0).eax;
	unsigned ids = r.edx & CPUID_1_EDX_HTT ?
		       r.ebx >> CPUID_1_EBX_PACKAGE_IDS_SHIFT & 0xFF : 0;
	unsigned cores = bits_up_to(caches >> CPUID_4_EAX_CORE_IDS_SHIFT);
	unsigned bits = (unsigned)max_u64(bits_up_to(ids - (ids > 0)), cores);

	return (struct widths){ .core = bits - cores, .die = bits,
				.package = bits,
				.levels = caches & CPUID_4_EAX_TYPE };
}

uint32_t cpu_apic_id(void)
{
	struct cpuid wide = cpu_leaf(CPUID_TOPOLOGY, 0);

	return wide.ebx ? wide.edx : cpu_leaf(CPUID_FEATURES, 0).ebx >>
				     CPUID_1_EBX_APIC_ID_SHIFT;
}

unsigned cpu_package_ids(uint32_t apic_id, uint32_t *ids, unsigned most)
{
	struct cpuid smt = cpu_leaf(CPUID_TOPOLOGY, 0);
	struct cpuid core = cpu_leaf(CPUID_TOPOLOGY, 1);
	unsigned threads = smt.ebx & 0xFFFF, all = core.ebx & 0xFFFF;
	unsigned smt_shift = smt.eax & 0x1F, core_shift = core.eax & 0x1F;

	if (!threads)
		return 0;
	for (unsigned i = 0; i < all && i < most; i++)
		ids[i] = apic_id >> core_shift << core_shift |
			 i / threads << smt_shift | i % threads;
	return all < most ? all : most;
}

static const char *core_type(void)
{
	struct cpuid amd = cpu_leaf(CPUID_AMD_TOPOLOGY_V2, 0);
	uint32_t type;

	if (amd.eax & CPUID_826_EAX_HETEROGENEOUS) {
		type = amd.ebx >> CPUID_826_EBX_CORE_TYPE_SHIFT;
		return type == CPUID_826_CORE_TYPE_EFFICIENCY ? "efficiency" :
		       type ? "unknown" : "performance";
	}
	if (!(cpu_leaf(CPUID_STRUCTURED, 0).edx & CPUID_7_EDX_HYBRID))
		return "uniform";
	type = cpu_leaf(CPUID_HYBRID, 0).eax >> CPUID_1A_EAX_CORE_TYPE_SHIFT;
	return type == CPUID_1A_CORE_TYPE_ATOM ? "efficiency" :
	       type == CPUID_1A_CORE_TYPE_CORE ? "performance" : "unknown";
}

struct cpu_place cpu_place(uint32_t apic_id)
{
	struct cpu_place place = {
		.package = -1, .die = -1, .module = -1, .core_id = -1,
		.thread = -1, .type = core_type(),
	};

	/* AMD's own leaf first: its 0Bh knows no complex and no die. */
	struct widths w = read_widths(CPUID_AMD_TOPOLOGY_V2);

	if (!w.levels)
		w = read_widths(CPUID_TOPOLOGY_V2);
	if (!w.levels && place_from_nodes(apic_id, &place))
		return place;
	if (!w.levels)
		w = read_widths(CPUID_TOPOLOGY);
	if (!w.levels)
		w = is_amd() ? read_sizes() : read_counts();
	if (w.levels)
		place_by(&w, apic_id, &place);
	return place;
}
