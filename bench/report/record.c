/* SPDX-License-Identifier: MIT */
#include "bench/report/record.h"

#include "bench/build_info.h"
#include "bench/conditions/noise.h"
#include "bench/conditions/read_cost.h"
#include "bench/config/exchange.h"
#include "bench/report/thin.h"
#include "bench/report/trust.h"
#include "bench/samples/pilot.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/string.h"

static const char *trust = "emulator";

const char *record_trust(void)
{
	return trust;
}

const char *record_unit(void)
{
	return strcmp(trust, "tcg-icount") ? "ticks" : "instructions";
}

static void log_known(const char *key, int value)
{
	if (value < 0)
		log_null(key);
	else
		log_number(key, (uint64_t)value);
}

/* true, false, or null where it cannot be known. */
static void log_maybe(const char *key, int value)
{
	if (value < 0)
		log_null(key);
	else
		log_bool(key, value);
}

/* ---- context ----------------------------------------------------------- */

static void log_build(void)
{
	log_text("project", "quietcore");
	log_text("version", build_info.version);
	log_text("git", build_info.git);
	log_maybe("dirty", build_info.dirty);
	log_text("compiler", build_info.compiler);
	log_format("image_crc", "%08x", machine_facts()->image_crc);
}

static void log_caches(const struct machine_facts *facts)
{
	static const char *const kind[] = { "data", "code", "unified" };

	if (!facts->caches) {
		log_null("caches");
		return;
	}
	log_array("caches");
	for (unsigned i = 0; i < facts->caches; i++) {
		const struct machine_cache *c = &facts->cache[i];

		log_object(NULL);
		log_number("level", c->level);
		log_text("type", kind[c->kind]);
		log_number("bytes", c->bytes);
		log_number("line", c->line);
		log_number("ways", c->ways);
		log_number("shared", c->shared);
		log_object_end();
	}
	log_array_end();
}

static void log_memory_map(const struct machine_facts *facts, unsigned from,
			   unsigned to)
{
	if (!facts->memory_ranges) {
		log_null("memory_map");
		return;
	}
	log_array("memory_map");
	for (unsigned i = from; i < to; i++) {
		log_array(NULL);
		log_number(NULL, facts->memory_map[i].base);
		log_number(NULL, facts->memory_map[i].length);
		log_number(NULL, facts->memory_map[i].type);
		log_array_end();
	}
	log_array_end();
}

static void log_machine(const struct machine_facts *facts)
{
	if (facts->memory_bytes)
		log_number("memory_bytes", facts->memory_bytes);
	else
		log_null("memory_bytes");
	log_name("maker", facts->maker);
	log_name("product", facts->product);
	log_name("board", facts->board);
	log_name("firmware", facts->firmware);
	log_name("boot_services", facts->boot_services);
	log_name("watchdog", facts->watchdog);
	log_caches(facts);
}

static void log_clock(void)
{
	const struct machine_clock *clock = machine_clock();

	log_number("tsc_hz", clock->hz);
	log_text("tsc_source", clock->source);
	if (clock->spread_known)
		log_number("tsc_spread_ppm", clock->spread_ppm);
	else
		log_null("tsc_spread_ppm");
	log_bool("tsc_invariant", clock->invariant);
	if (clock->skew_known)
		log_number("tsc_skew_ticks", clock->skew_ticks);
	else
		log_null("tsc_skew_ticks");
	log_signed("tsc_step", pilot_resolution());
	log_text("stop_read", clock->has_rdtscp ? "rdtscp" : "lfence-rdtsc");
}

/* What Linux was asked for and what it answered; nothing on bare metal. */
static void log_granted(void)
{
	const char *what, *answer;

	if (!machine_granted(0, &what, &answer))
		return;
	log_object("granted");
	for (unsigned i = 0; machine_granted(i, &what, &answer); i++)
		log_text(what, answer);
	log_object_end();
}

/* In one line: beside all the texts at their longest. */
#define PART_IDS 32u
#define PART_RANGES 16u

static void log_apic_ids(unsigned from, unsigned to)
{
	log_array("apic_ids");
	for (unsigned i = from; i < to; i++)
		log_number(NULL, machine_core_info(i)->apic_id);
	log_array_end();
}

static void log_context(const struct settings *settings)
{
	const struct machine_facts *facts = machine_facts();

	log_build();
	log_text("cmdline", facts->command_line);
	log_number("seed", settings->seed);
	log_name("suite", settings->suite);
	exchange_record();
	log_text("machine", facts->machine);
	log_text("trust", facts->trust);
	log_name("trust_claimed", settings->claim);
	log_text("signs", facts->signs);
	log_name("hypervisor", facts->hypervisor);
	log_name("cpu", facts->cpu);
	log_machine(facts);
	log_maybe("turbo", facts->turbo);
	log_maybe("hwp", facts->hwp);
	log_granted();
	log_number("cores_asked", facts->cores_asked);
	log_number("cores_started", machine_cores());
	log_clock();
}

void record_context(const struct settings *settings)
{
	const struct machine_facts *facts = machine_facts();
	unsigned started = machine_cores(), ranges = facts->memory_ranges;
	unsigned parts = parts_of(started, PART_IDS);

	if (parts < parts_of(ranges, PART_RANGES))
		parts = parts_of(ranges, PART_RANGES);
	trust = trust_lesser(facts->trust, settings->claim);
	for (unsigned part = 0; part < parts; part++) {
		log_begin("context");
		log_part(part, parts);
		log_context(settings);
		log_memory_map(facts, part * PART_RANGES,
			       part_end(part, ranges, PART_RANGES));
		log_apic_ids(part * PART_IDS,
			     part_end(part, started, PART_IDS));
		log_end();
	}
}

void record_cores(void)
{
	static const char *const state[] = { "started", "failed", "skipped" };
	const struct machine_core_info *info;

	for (unsigned i = 0; (info = machine_core_info(i)); i++) {
		log_begin("core");
		log_number("core", i);
		log_number("apic_id", info->apic_id);
		log_text("state", state[info->state]);
		if (info->reason)
			log_text("reason", info->reason);
		log_known("package", info->package);
		log_known("die", info->die);
		log_known("module", info->module);
		log_known("core_id", info->core_id);
		log_known("thread", info->thread);
		log_known("node", info->node);
		log_text("type", info->type);
		if (info->tsc_adjust_known)
			log_signed("tsc_adjust", info->tsc_adjust);
		else
			log_null("tsc_adjust");
		if (info->microcode)
			log_format("microcode", "%x", info->microcode);
		else
			log_null("microcode");
		if (info->state == CORE_STARTED)
			log_number("stamp_ticks", read_cost(i));
		log_end();
	}
}

/* ---- noise ------------------------------------------------------------- */

static uint64_t get_watched(const struct noise *n) { return n->watched; }
static uint64_t get_gaps(const struct noise *n) { return n->gaps; }
static uint64_t get_p9999(const struct noise *n) { return n->p9999; }
static uint64_t get_max(const struct noise *n) { return n->max; }

static void log_noise(const char *key, uint64_t (*get)(const struct noise *n),
		      unsigned from, unsigned to)
{
	log_array(key);
	for (unsigned i = from; i < to; i++)
		log_number(NULL, get(noise_of(i)));
	log_array_end();
}

/* Counts of the processor and of an operating system; below 0: not counted. */
static int64_t get_smi(const struct noise *n)
{
	return n->smi_known ? (int64_t)n->smi : -1;
}

static int64_t get_clock(const struct noise *n)
{
	return n->clock_known ? (int64_t)n->clock : -1;
}

static int64_t get_switches(const struct noise *n)
{
	return n->system_known ? (int64_t)n->switches : -1;
}

static int64_t get_faults(const struct noise *n)
{
	return n->system_known ? (int64_t)n->faults : -1;
}

static int64_t get_steal(const struct noise *n)
{
	return n->steal_known ? (int64_t)n->steal_us : -1;
}

/* Nothing where no core has it, else null of those that have not. */
static void log_counted(const char *key, int64_t (*get)(const struct noise *n),
			unsigned from, unsigned to)
{
	bool any = false;

	for (unsigned i = from; i < to; i++)
		any |= get(noise_of(i)) >= 0;
	if (!any)
		return;
	log_array(key);
	for (unsigned i = from; i < to; i++)
		if (get(noise_of(i)) >= 0)
			log_number(NULL, (uint64_t)get(noise_of(i)));
		else
			log_null(NULL);
	log_array_end();
}

static void log_grades(unsigned from, unsigned to)
{
	log_array("grade");
	for (unsigned i = from; i < to; i++) {
		char grade[2] = { noise_grade(noise_of(i)), 0 };
		log_text(NULL, grade);
	}
	log_array_end();
}

/* Cores in one line: each has nine fields, one of them a sentence. */
#define PART_CORES 16u

void record_noise(const char *experiment, const char *when, unsigned cores)
{
	unsigned parts = parts_of(cores, PART_CORES);

	for (unsigned part = 0; part < parts; part++) {
		unsigned from = part * PART_CORES;
		unsigned to = part_end(part, cores, PART_CORES);

		log_begin("noise");
		log_part(part, parts);
		log_text("experiment", experiment);
		log_text("when", when);
		log_array("cores");
		for (unsigned i = from; i < to; i++)
			log_number(NULL, i);
		log_array_end();
		log_noise("ticks_watched", get_watched, from, to);
		log_noise("gaps", get_gaps, from, to);
		log_noise("lost_ppm", noise_lost_ppm, from, to);
		log_noise("p9999", get_p9999, from, to);
		log_noise("max", get_max, from, to);
		log_counted("smi", get_smi, from, to);
		log_counted("clock_permille", get_clock, from, to);
		log_counted("switches", get_switches, from, to);
		log_counted("faults", get_faults, from, to);
		log_counted("steal_us", get_steal, from, to);
		log_grades(from, to);
		log_end();
	}
}
