/* SPDX-License-Identifier: MIT */
#include "bench/harness/trial.h"

#include <stdarg.h>

#include "bench/conditions/bound.h"
#include "bench/conditions/timesharing.h"
#include "bench/harness/raw.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/report/table.h"
#include "bench/report/text.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define WHY_MAX 160u
#define VARIANT_MAX 128u

static struct record_key begun; /* last */
static char begun_variant[VARIANT_MAX];

void trial_begin(const struct record_key *key)
{
	begun = *key;
	begun.variant = begun_variant;
	format(begun_variant, sizeof(begun_variant), "%s", key->variant);
	machine_note(key->experiment, begun_variant);
	trial_step(0);
}

const struct record_key *trial_begun(void)
{
	return &begun;
}

void trial_step(unsigned steps)
{
	bound_renew();
	progress_done(&begun, steps);
}

bool trial_skip(const struct record_key *key, const char *reason)
{
	record_skipped(key, reason);
	table_note(key, reason);
	return false;
}

bool trial_skip_memory(const struct record_key *key)
{
	struct scratch_lack lack = scratch_lack();
	char why[WHY_MAX] = "not enough memory";

	if (lack.asked)
		format(why, sizeof(why), "not enough memory: %lu KiB are "
		       "needed, %lu KiB are free", (lack.asked + 1023) / 1024,
		       lack.left / 1024);
	return trial_skip(key, why);
}

/* ---- verdict ----------------------------------------------------------- */

bool trial_wrong(const struct record_key *key, const char *why, ...)
{
	char text[WHY_MAX];
	va_list args;

	va_start(args, why);
	format_v(text, sizeof(text), why, args);
	va_end(args);
	proven_note(key->experiment, key->variant, key->cores, DISPROVEN);
	log_warning("validation_failed", "%s %s on %u core%s: %s",
		    key->experiment, key->variant, key->cores,
		    format_s(key->cores), text);
	return false;
}

bool trial_verdict(const struct record_key *key, const struct proof *proof)
{
	record_validation(key, proof);
	proven_note(key->experiment, proof->primitive ?: key->variant,
		    key->cores, proof->proven);
	if (proof->proven != DISPROVEN)
		return true;
	table_note(key, "VALIDATION FAILED: not timed");
	return trial_wrong(key, "not timed, %s", proof->why ? proof->why
						  : "it gives wrong answers");
}

bool trial_went_wrong(struct cell *cell)
{
	static const char told[] = "";
	const struct record_key key = key_of_cell(cell);

	if (cell->wrong == told)
		return false;
	record_validation(&key, &(struct proof){
		.property = "right while it is timed",
		.primitive = cell->primitive,
		.proven = DISPROVEN, .why = cell->wrong });
	proven_note(key.experiment, cell->primitive ?: key.variant, key.cores,
		    DISPROVEN);
	table_note(&key, "WRONG WHILE IT WAS TIMED");
	trial_wrong(&key, "while it was timed, %s", cell->wrong);
	cell->wrong = told;
	return false;
}

/* ---- rounds ------------------------------------------------------------ */

uint64_t trial_box(const struct settings *settings, uint64_t shares,
		   uint64_t least_ms, uint64_t most_ms)
{
	return ticks_of_ms(clamp_u64(settings->budget_ms / max_u64(shares, 1),
				     max_u64(least_ms, 1), most_ms));
}

static bool one_round(const struct trial_rounds *plan, unsigned round)
{
	unsigned subjects = plan->rounds.subjects;

	if (plan->before)
		plan->before(plan->of, round);
	for (unsigned i = 0; i < subjects; i++) {
		bool ok = plan->pass(plan->of, rounds_turn(subjects, round, i),
				     round);

		trial_step(round < plan->rounds.wanted ? plan->steps : 0);
		if (!ok)
			return false;
	}
	return true;
}

/* Of a run that is to end, each row still gets its first round. */
static bool go_on(const struct trial_rounds *plan, unsigned done)
{
	return rounds_go_on(&plan->rounds, done, tsc_read(), timeshared()) &&
	       !(done && progress_stopped());
}

bool trial_rounds(const struct trial_rounds *plan, unsigned *done)
{
	for (*done = 0; go_on(plan, *done); ++*done)
		if (!one_round(plan, *done))
			return false;
	return true;
}

/* ---- report ------------------------------------------------------------ */

void trial_tell(const struct result *of)
{
	struct result result = *of;
	const char *experiment = of->key.experiment;

	result.primitive = of->primitive ?: of->key.variant;
	result.proven = proven_worse(of->proven,
				     proven_of(experiment, result.primitive,
					       of->key.cores));
	record_result(&result);
	if (!result.quiet)
		table_row(&result);
}

int64_t trial_report(const struct result *of, int64_t *samples, size_t n)
{
	struct result result = *of;

	raw_record(of, samples, n);
	result.summary = stats_summarise(samples, n);
	trial_tell(&result);
	return result.summary.p50;
}

/* ---- rounds ------------------------------------------------------------ */

bool rounds_go_on(const struct rounds *r, unsigned done, uint64_t now,
		  bool timeshared)
{
	if (!done)
		return true;
	if (timeshared && done >= (r->timeshared ? r->timeshared : 1))
		return false;
	if (r->until && now > r->until)
		return false;
	return done < r->wanted || (done < r->most && now <= r->fill);
}
