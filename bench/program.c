/* SPDX-License-Identifier: MIT */
#include "bench/program.h"

#include "bench/bench.h"
#include "bench/list.h"
#include "bench/record.h"
#include "bench/rows.h"
#include "bench/scratch.h"
#include "bench/settings.h"
#include "bench/stamp.h"
#include "bench/swap.h"
#include "bench/sweep.h"
#include "bench/table.h"
#include "bench/trust.h"
#include "bench/user.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"

REGISTRY(qc_experiments, const struct experiment);

/* ---- which experiments ------------------------------------------------- */

/* True if `name` is one of the words of a list parted by commas. */
static bool listed(const char *list, const char *name)
{
	size_t length = strlen(name);

	while (*list) {
		if (!strncmp(list, name, length) &&
		    (list[length] == ',' || !list[length]))
			return true;
		while (*list && *list++ != ',')
			;
	}
	return false;
}

static bool chosen(const struct settings *settings,
		   const struct experiment *experiment)
{
	return !settings->chosen[0] ||
	       listed(settings->chosen, experiment->name);
}

static bool exists(const char *word, size_t length)
{
	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		if (strlen((*entry)->name) == length &&
		    !strncmp((*entry)->name, word, length))
			return true;
	return false;
}

static void complain_of(const char *word, int length)
{
	char names[256] = "";
	size_t at = 0;

	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		if (at < sizeof(names))
			at += format(names + at, sizeof(names) - at, " %s",
				     (*entry)->name);
	log_warning("bad_experiment", "no experiment is called '%.*s'; there "
		    "are:%s", length, word, names);
	machine_style(MACHINE_BAD);
	print("no experiment is called '%.*s'\n", length, word);
	machine_style(MACHINE_PLAIN);
}

/* Each word of bench= must name an experiment. */
static bool all_exist(const char *list)
{
	bool ok = true;

	while (*list) {
		size_t length = 0;

		while (list[length] && list[length] != ',')
			length++;
		if (!exists(list, length)) {
			complain_of(list, (int)length);
			ok = false;
		}
		list += length + (list[length] == ',');
	}
	return ok;
}

/* Two of one name could not be told apart in the log. */
static bool names_unique(void)
{
	REGISTRY_EACH(qc_experiments, const struct experiment, a)
		for (const struct experiment *const *b = a + 1;
		     b < __stop_qc_experiments; b++)
			if (!strcmp((*a)->name, (*b)->name)) {
				log_warning("duplicate_experiment",
					    "two experiments are called '%s'",
					    (*a)->name);
				return false;
			}
	return true;
}

/* ---- the run ----------------------------------------------------------- */

static void record_boot_warnings(void)
{
	const char *code, *text;

	for (unsigned i = 0; machine_warning(i, &code, &text); i++)
		log_warning(code, "%s", text);
}

static void show_boot_warnings(void)
{
	const char *code, *text;

	machine_style(MACHINE_WARN);
	for (unsigned i = 0; machine_warning(i, &code, &text); i++)
		print("%s\n", text);
	machine_style(MACHINE_PLAIN);
}

static void check_trust(const struct settings *settings)
{
	const char *detected = machine_facts()->trust;

	if (!settings->claim[0] || !strcmp(settings->claim, detected))
		return;
	if (!trust_known(settings->claim))
		log_warning("trust_unknown", "trust=%s is no label this image "
			    "knows", settings->claim);
	else
		log_warning("trust_mismatch", "detected %s, but the runner "
			    "claims %s: the less trusted counts", detected,
			    settings->claim);
}

static void name_missing_cores(void)
{
	const struct machine_core_info *info;

	machine_style(MACHINE_WARN);
	for (unsigned i = 0; (info = machine_core_info(i)); i++)
		if (info->state != CORE_STARTED)
			print("core with APIC ID %u %s: %s\n",
				   info->apic_id, info->state == CORE_FAILED ?
				   "did not start" : "was skipped",
				   info->reason);
	machine_style(MACHINE_PLAIN);
}

static bool run_all(const struct settings *settings)
{
	bool ok = true;

	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		if (chosen(settings, *entry))
			sweep_plan(settings, *entry);
	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		if (chosen(settings, *entry))
			ok &= sweep_run(settings, *entry);
	return settings_variants_met(settings) && ok;
}

int program(void)
{
	static struct settings settings;
	bool ok, taken_in;

	settings_fill(&settings);
	swap_fill();
	stamp_measure();
	record_context(&settings);	/* the first record, before warnings */
	record_boot_warnings();
	record_cores();
	ok = settings_check();
	ok = swap_check() && ok;
	check_trust(&settings);
	table_heading();
	show_boot_warnings();
	name_missing_cores();
	ok = names_unique() && rows_check() && ok;
	taken_in = user_check();
	ok = all_exist(settings.chosen) && ok;
	if (!ok || settings.list)
		list_everything();
	else if (!settings.probe && !scratch_init())
		ok = false, log_warning("no_memory", "less than 2 MiB are free:"
					" nothing can be measured");
	else if (!settings.probe) {
		ok = swap_install(settings.cores) && run_all(&settings) &&
		     taken_in;
		table_end(settings.cores, ok);
	}
	log_finish(ok ? "ok" : "failed");
	return !ok;
}
