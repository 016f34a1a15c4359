/* SPDX-License-Identifier: MIT */
#include "bench/harness/guard.h"

#include "bench/conditions/bound.h"
#include "bench/conditions/watchdog.h"
#include "bench/config/rows.h"
#include "bench/harness/trial.h"
#include "bench/proof/proven.h"
#include "bench/report/noted.h"
#include "bench/report/record.h"
#include "bench/report/table.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/recall.h"
#include "kernel/string.h"

#define STRUCK_MOST 64u
#define NAME_MAX 32u
#define WHY_MAX 200u
#define WHERE_MAX 400u
#define CORES_MOST 4u /* whose places are told */

/* Who was abandoned; of more than so many, each is tried again. */
static struct {
	char experiment[NAME_MAX], name[NAME_MAX]; /* a row's or a primitive's */
} struck[STRUCK_MOST];
static unsigned struck_count;

static bool is_struck(const char *experiment, const char *name)
{
	for (unsigned i = 0; i < struck_count; i++)
		if (!strncmp(struck[i].experiment, experiment, NAME_MAX - 1) &&
		    !strncmp(struck[i].name, name, NAME_MAX - 1))
			return true;
	return false;
}

bool guard_struck(const char *experiment, const struct variant *variant)
{
	return is_struck(experiment, variant->name) ||
	       (variant->primitive && is_struck(experiment,
						variant->primitive));
}

static void strike(const char *experiment, const char *name)
{
	if (struck_count == STRUCK_MOST || is_struck(experiment, name))
		return;
	format(struck[struck_count].experiment, NAME_MAX, "%s", experiment);
	format(struck[struck_count++].name, NAME_MAX, "%s", name);
}

/* ---- where ---------------------------------------------------------------- */

static void add(char *text, size_t size, unsigned core)
{
	size_t length = strlen(text);
	char place[MACHINE_PLACE];

	machine_place(place, sizeof(place), machine_abandoned_at(core));
	format(text + length, size - length, "%score %u at %s",
	       length ? "; " : "", core, place);
}

/* Cores in the user's code, or those that wait for them; how many in all. */
static unsigned add_cores(char *text, size_t size, bool users, unsigned told)
{
	for (unsigned core = 0; core < machine_cores(); core++)
		if (machine_abandoned_at(core) &&
		    machine_abandoned_in_users(core) == users &&
		    told++ < CORES_MOST)
			add(text, size, core);
	return told;
}

/* "core 1 at 0000000000212340, spin + 4": the core that faulted, or those that
 * had not come back, the user's own code first. */
static void tell_where(char *text, size_t size)
{
	const struct machine_abandoned *what = machine_abandoned();
	unsigned told;
	size_t length;

	text[0] = 0;
	if (what->fault) {
		add(text, size, what->core);
		return;
	}
	told = add_cores(text, size, true, 0);
	told = add_cores(text, size, false, told);
	length = strlen(text);
	if (told > CORES_MOST)
		format(text + length, size - length, "; and %u more",
		       told - CORES_MOST);
}

/* ---- who ------------------------------------------------------------------ */

static void tell(const struct record_key *key, const char *primitive)
{
	const struct machine_abandoned *what = machine_abandoned();
	char where[WHERE_MAX], why[WHY_MAX], text[LOG_TEXT_MAX];

	tell_where(where, sizeof(where));
	format(why, sizeof(why), "%s%s", what->fault ? "faults: " : "",
	       what->why);
	proven_note(key->experiment, primitive, PROVEN_ON_ANY, DISPROVEN);
	format(text, sizeof(text), "%s %s on %u core%s: %s; %s; left out",
	       key->experiment, key->variant, key->cores, format_s(key->cores),
	       why, where);
	if (what->fault)
		log_warning("faulted", "%s", text);
	else
		log_warning("hung", "%s", text);
	record_skipped(key, why);
	format(text, sizeof(text), "%s; %s", why, where);
	table_note(key, text);
}

bool guard(const struct record_key *key, const char *primitive,
	   void (*body)(void *arg), void *arg)
{
	if (machine_abandonable(body, arg))
		return true;
	watchdog_abandoned();
	bound_abandoned();
	strike(key->experiment, primitive ?: key->variant);
	tell(key, primitive ?: key->variant);
	return false;
}

/* Rows that what measured itself had still to tell of. */
static void tell_untried(const struct settings *settings,
			 const struct experiment *experiment)
{
	const struct variant *v;
	char why[WHY_MAX];

	format(why, sizeof(why), "no result: the experiment ended at %s",
	       trial_begun()->variant);
	for (unsigned i = 0; (v = rows_variant(experiment, i)); i++)
		if (!v->body && !noted_row_at(i) &&
		    settings_wants_row(settings, v->name, v->full_only))
			record_skipped(&(struct record_key){
				experiment->name, v->name, 1, NULL }, why);
}

struct own {
	const struct settings *settings;
	const struct experiment *experiment;
	bool ok;
};

static void run_own(void *arg)
{
	struct own *own = arg;

	own->ok = own->experiment->run(own->settings);
}

bool guard_run(const struct settings *settings,
	       const struct experiment *experiment)
{
	struct own own = { settings, experiment, false };

	if (machine_abandonable(run_own, &own))
		return own.ok;
	watchdog_abandoned();
	bound_abandoned();
	tell(trial_begun(), trial_begun()->variant);
	tell_untried(settings, experiment);
	return false;
}
