/* SPDX-License-Identifier: MIT */
#include "bench/program.h"

#include "bench/bench.h"
#include "bench/page/page.h"
#include "bench/conditions/read_cost.h"
#include "bench/config/choice.h"
#include "bench/config/complain.h"
#include "bench/config/exchange.h"
#include "bench/config/names.h"
#include "bench/config/rows.h"
#include "bench/config/settings.h"
#include "bench/config/user_files.h"
#include "bench/samples/core_types.h"
#include "bench/harness/fibers.h"
#include "bench/harness/left_out.h"
#include "bench/harness/shared_queue.h"
#include "bench/harness/sweep.h"
#include "bench/proof/proven.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/report/table.h"
#include "bench/report/trust.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "kernel/words.h"
#include "sched/sched.h"

#define WRONG_NAME_MAX 64u
#define MISSING_MAX 400u /* bytes: names of experiments */

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

	if (!strcmp(detected, "unknown"))
		log_warning("label_doubtful", "this machine is neither like "
			    "silicon nor like an emulator that is known: %s",
			    machine_facts()->signs);
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

/* What is wrong under some schedule is marked in every row, and ranked nowhere,
 * whatever a validation here shows. */
static void mark_disproven(void)
{
	struct word word;

	for (const struct user_file *f = user_files; f->path; f++) {
		const char *rest = f->wrong; /* NULL: no word */
		char name[WRONG_NAME_MAX];

		while (word_next(&rest, ',', &word)) {
			format(name, sizeof(name), "%.*s", (int)word.letters,
			       word.text);
			proven_note("lock", name, PROVEN_ON_ANY, DISPROVEN);
			proven_note("queue", name, PROVEN_ON_ANY, DISPROVEN);
			log_warning("explored_wrong", "%s: %s is wrong under "
				    "some schedule: ranked nowhere", f->path,
				    name);
		}
	}
}

/* What a run that was ended by a key lacks. */
static struct {
	const char *during; /* the experiment it ended in */
	char missing[MISSING_MAX]; /* those behind it */
} stopped;

static void note_missing(const struct experiment *experiment)
{
	size_t at = strlen(stopped.missing);

	format(stopped.missing + at, sizeof(stopped.missing) - at, "%s%s",
	       at ? ", " : "", experiment->name);
}

static void tell_stopped(void)
{
	machine_style(MACHINE_WARN);
	print("\nStopped by a key during %s.%s%s\n", stopped.during,
	      stopped.missing[0] ? " Not measured: " : "", stopped.missing);
	machine_style(MACHINE_PLAIN);
	log_warning("stopped", "a key ended the run during %s, which is not "
		    "whole; not measured: %s", stopped.during,
		    stopped.missing[0] ? stopped.missing : "no other");
}

static bool run_all(const struct settings *settings)
{
	bool ok = true;

	ORDER_EACH(order_measured, experiment)
		if (choice_has(settings, experiment))
			sweep_plan(settings, experiment);
	ORDER_EACH(order_measured, experiment) {
		if (!choice_has(settings, experiment))
			continue;
		if (progress_stopped()) {
			note_missing(experiment);
			continue;
		}
		if (stopped.during)
			machine_log_keep();
		stopped.during = experiment->name;
		ok &= sweep_run(settings, experiment);
		machine_look_around(experiment->name);
	}
	machine_look_back();
	if (progress_stopped())
		tell_stopped();
	return ok;
}

/* What was asked for and not measured is no success. */
static bool measured(void)
{
	return log_counts()->results || !scratch_refused() ||
	       complain("no_memory", "nothing was measured: memory is short");
}

/* Half of it for experiments, the rest for stacks. */
static bool take_memory(unsigned cores)
{
	size_t left = machine_memory_left();
	size_t needed = 2 * SCRATCH_LEAST +
			cores * FIBERS_ALWAYS * sched_fiber_bytes();

	if (left >= needed && scratch_init() &&
	    fibers_reserve(cores, FIBERS_ALWAYS, 0) == cores * FIBERS_ALWAYS)
		return true;
	return complain("no_memory", "%lu KiB of memory are free, %lu KiB are "
			"needed: nothing can be measured", left / 1024,
			needed / 1024);
}

static enum machine_end end_of(bool ok)
{
	if (!ok)
		return MACHINE_FAILED;
	return progress_stopped() ? MACHINE_STOPPED : MACHINE_OK;
}

/* taken_in: all of the user's files. */
static bool measure(struct settings *settings, bool taken_in)
{
	unsigned all = settings->cores;
	bool ok;

	machine_look_before();
	left_out_choose(settings);
	core_types_warn(settings->cores);
	if (!take_memory(settings->cores))
		return false;
	ok = shared_queue_install(settings->cores) && run_all(settings) &&
	     measured() && taken_in;
	table_certificate(all);
	table_end(end_of(ok));
	page_show(settings, all, end_of(ok));
	return ok;
}

static bool refused;

bool program_refused(void)
{
	return refused;
}

int program(void)
{
	static const char *const words[] = {
		[MACHINE_OK] = "ok", [MACHINE_FAILED] = "failed",
		[MACHINE_STOPPED] = "stopped",
	};
	static struct settings settings;
	bool ok, taken_in;

	settings_fill(&settings);
	exchange_fill();
	read_cost_measure();
	record_context(&settings);	/* the first record, before warnings */
	record_boot_warnings();
	record_cores();
	table_heading();
	show_boot_warnings();
	name_missing_cores();
	check_trust(&settings);
	ok = settings_check();
	ok = exchange_check() && ok;
	ok = names_check() && ok;
	ok = rows_check() && ok;
	taken_in = user_check();
	mark_disproven();
	ok = choice_check(&settings) && ok;
	refused = !ok;
	machine_log_begun();
	if (ok && settings.list)
		list_all(&settings);
	else if (ok && settings.probe)
		machine_note("probe", ""); /* where a fault is asked for */
	else if (ok)
		ok = measure(&settings, taken_in);
	log_finish(words[end_of(ok)]);
	return end_of(ok);
}
