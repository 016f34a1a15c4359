/* SPDX-License-Identifier: MIT */
#include "bench/record.h"

#include "bench/build_info.h"
#include "bench/histogram.h"
#include "bench/noise.h"
#include "bench/trust.h"
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

/* ---- parts: a long array over several lines ---------------------------- */

static unsigned parts_of(unsigned elements)
{
	return elements ? (elements + LOG_ARRAY_MAX - 1) / LOG_ARRAY_MAX : 1;
}

/* part counts from 1; nothing is said where one line is enough. */
static void log_part(unsigned part, unsigned parts)
{
	if (parts == 1)
		return;
	log_number("part", part + 1);
	log_number("parts", parts);
}

static unsigned part_end(unsigned part, unsigned elements)
{
	unsigned end = (part + 1) * LOG_ARRAY_MAX;

	return end < elements ? end : elements;
}

static void log_known(const char *key, int value)
{
	if (value < 0)
		log_null(key);
	else
		log_number(key, (uint64_t)value);
}

/* ---- context ----------------------------------------------------------- */

static void log_build(void)
{
	log_text("project", "quietcore");
	log_text("version", build_info.version);
	log_text("git", build_info.git);
	log_bool("dirty", build_info.dirty);
	log_text("compiler", build_info.compiler);
	log_format("image_crc", "%08x", machine_facts()->image_crc);
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
	log_text("stop_read", clock->has_rdtscp ? "rdtscp" : "lfence-rdtsc");
}

static void log_apic_ids(unsigned from, unsigned to)
{
	log_array("apic_ids");
	for (unsigned i = from; i < to; i++)
		log_number(NULL, machine_core_info(i)->apic_id);
	log_array_end();
}

void record_context(const struct settings *settings)
{
	const struct machine_facts *facts = machine_facts();
	unsigned started = machine_cores(), parts = parts_of(started);

	trust = trust_lesser(facts->trust, settings->claim);
	for (unsigned part = 0; part < parts; part++) {
		log_begin("context");
		log_part(part, parts);
		log_build();
		log_text("cmdline", facts->command_line);
		log_number("seed", settings->seed);
		log_text("suite", settings->suite);
		log_text("machine", facts->machine);
		log_text("trust", facts->trust);
		log_text("trust_claimed", settings->claim);
		log_text("signs", facts->signs);
		log_text("hypervisor", facts->hypervisor);
		log_text("cpu", facts->cpu);
		log_number("cores_asked", facts->cores_asked);
		log_number("cores_started", started);
		log_clock();
		log_apic_ids(part * LOG_ARRAY_MAX, part_end(part, started));
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
		log_end();
	}
}

/* ---- noise ------------------------------------------------------------- */

static uint64_t get_watched(const struct noise *n) { return n->watched; }
static uint64_t get_gaps(const struct noise *n) { return n->gaps; }
static uint64_t get_max(const struct noise *n) { return n->max; }

static void log_noise(const char *key, uint64_t (*get)(const struct noise *n),
		      unsigned from, unsigned to)
{
	log_array(key);
	for (unsigned i = from; i < to; i++)
		log_number(NULL, get(noise_of(i)));
	log_array_end();
}

/* An element that is null where the machine cannot tell. */
static void log_if(bool known, uint64_t value)
{
	if (known)
		log_number(NULL, value);
	else
		log_null(NULL);
}

static void log_grades(unsigned from, unsigned to)
{
	log_array("grade");
	for (unsigned i = from; i < to; i++) {
		char grade[2] = { noise_grade(noise_of(i)), 0 };
		log_text(NULL, grade);
	}
	log_array_end();
	log_array("smi");
	for (unsigned i = from; i < to; i++)
		log_if(noise_of(i)->smi_known, noise_of(i)->smi);
	log_array_end();
	log_array("clock_permille");
	for (unsigned i = from; i < to; i++)
		log_if(noise_of(i)->clock_known, noise_of(i)->clock);
	log_array_end();
}

void record_noise(const char *experiment, const char *when, unsigned cores)
{
	unsigned parts = parts_of(cores);

	for (unsigned part = 0; part < parts; part++) {
		unsigned from = part * LOG_ARRAY_MAX, to = part_end(part, cores);

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
		log_noise("max", get_max, from, to);
		log_grades(from, to);
		log_end();
	}
}

/* ---- the course of an experiment --------------------------------------- */

void record_validation(const struct cell *cell, bool ok)
{
	log_begin("validation");
	log_text("experiment", cell->experiment);
	log_text("variant", cell->variant->name);
	log_number("cores", cell->cores);
	log_number("operations", cell->checked);
	log_text("verdict", ok ? "ok" : "failed");
	log_end();
}

void record_skipped(const char *experiment, const char *variant,
		    const char *reason)
{
	log_begin("skipped");
	log_text("experiment", experiment);
	log_text("variant", variant);
	log_text("reason", reason);
	log_end();
}

void record_progress(const char *experiment, const char *variant,
		     uint64_t done, uint64_t of)
{
	log_begin("progress");
	log_text("experiment", experiment);
	log_text("variant", variant);
	log_number("done", done);
	log_number("of", of);
	log_end();
}

/* ---- result ------------------------------------------------------------ */

bool record_has_tail(const struct series *s, unsigned per_mille)
{
	/* At least one sample is to lie beyond the percentile. */
	return s->batch == 1 && s->summary.n * (1000 - per_mille) >= 1000;
}

static void log_ticks(const char *key, uint64_t ticks, uint32_t batch)
{
	log_milli(key, (int64_t)(ticks * 1000 / batch));
}

static void log_tail(const struct series *s, const char *key,
		     unsigned per_mille, uint64_t ticks)
{
	if (record_has_tail(s, per_mille))
		log_ticks(key, ticks, s->batch);
	else
		log_null(key);
}

static void log_summary(const struct series *s)
{
	const struct summary *sum = &s->summary;

	log_number("batch", s->batch);
	log_number("n", sum->n);
	log_ticks("min", sum->min, s->batch);
	log_ticks("p50", sum->p50, s->batch);
	log_ticks("p90", sum->p90, s->batch);
	log_tail(s, "p99", 990, sum->p99);
	log_tail(s, "p999", 999, sum->p999);
	log_tail(s, "max", 0, sum->max);
	log_milli("mean", (int64_t)(sum->mean_milli / s->batch));
	log_ticks("mad", sum->mad, s->batch);
}

static void log_rounds(const struct series *s)
{
	log_array("rounds");
	for (unsigned r = 0; r < s->rounds; r++)
		log_ticks(NULL, s->round_p50[r], s->batch);
	log_array_end();
	log_array("round_means");
	for (unsigned r = 0; r < s->rounds; r++)
		log_milli(NULL, (int64_t)(s->round_mean_milli[r] / s->batch));
	log_array_end();
}

/* What tells one result from another. */
static void log_keys(const struct series *s)
{
	log_text("experiment", s->cell->experiment);
	log_text("variant", s->cell->variant->name);
	log_number("cores", s->cell->cores);
	log_object("params");
	log_text("mode", s->mode);
	log_object_end();
	log_text("unit", record_unit());
}

void record_result(const struct series *s)
{
	log_begin("result");
	log_keys(s);
	log_text("per", s->cell->variant->per);
	log_summary(s);
	log_rounds(s);
	log_ticks("overhead", s->overhead, s->batch);
	if (s->slope_known)
		log_milli("slope", (int64_t)s->slope_milli);
	log_milli("accumulate_mean",
		  (int64_t)(s->accumulate_mean_milli / s->batch));
	log_text("quiet", series_quiet(s));
	log_number("repeated", s->repeated);
	log_text("stop", series_stop(s));
	log_end();
}

/* ---- histogram --------------------------------------------------------- */

/* Bins in one line: the longest takes about thirty characters. */
#define PART_BINS 100u

static size_t count_bins(const struct series *s)
{
	size_t at = 0, bins = 0;

	while (histogram_next(s->sorted, s->summary.n, &at).count)
		bins++;
	return bins;
}

static void log_bins(const struct series *s, size_t *at)
{
	log_array("bins");
	for (unsigned i = 0; i < PART_BINS; i++) {
		struct histogram_bin bin =
			histogram_next(s->sorted, s->summary.n, at);
		if (!bin.count)
			break;
		log_array(NULL);
		log_ticks(NULL, bin.lower, s->batch);
		log_number(NULL, bin.count);
		log_array_end();
	}
	log_array_end();
}

void record_histogram(const struct series *s)
{
	unsigned parts = (unsigned)((count_bins(s) + PART_BINS - 1) / PART_BINS);
	size_t at = 0;

	for (unsigned part = 0; part < parts; part++) {
		log_begin("histogram");
		log_part(part, parts);
		log_keys(s);
		log_number("batch", s->batch);
		log_number("base", HISTOGRAM_BASE);
		log_number("digits", HISTOGRAM_DIGITS);
		log_bins(s, &at);
		log_end();
	}
}
