/* SPDX-License-Identifier: MIT */
#include "bench/config/settings.h"

#include "bench/config/complain.h"
#include "bench/config/names.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/string.h"

#define COMMAND_MAX 2048

OPTION_CHOICE(opt_suite, "suite", "quick", "quick full",
	      "quick (some seconds) or full (every core count, more rounds)");
OPTION_TEXT(opt_bench, "bench", "",
	    "experiments to run, parted by commas; all when absent");
OPTION_TEXT(opt_variant, "variant", "",
	    "variants by name: mcs, with all its rows; 'mcs.': that row alone; "
	    "'ring*': all that begin so");
OPTION_NUMBER(opt_cores, "cores", 0, 1, MACHINE_MAX_CORES,
	      "most cores to use; all when absent");
OPTION_NUMBER(opt_rounds, "rounds", 0, 1, SETTINGS_ROUNDS_MAX,
	      "rounds of sampling per variant");
OPTION_NUMBER_OR(opt_samples, "samples", 0, 1, SETTINGS_SAMPLES_MAX, "raw",
		 "samples per core and variant, over all rounds; raw: write each");
OPTION_NUMBER(opt_budget, "budget", 0, 1, 3600000,
	      "milliseconds of sampling per variant");
OPTION_NUMBER(opt_seed, "seed", 1, 0, UINT64_MAX, "seed of every random choice");
OPTION_TEXT(opt_trust, "trust", "",
	    "what the runner claims this machine is, e.g. tcg");
OPTION_FLAG(opt_histogram, "histogram",
	    "write every distribution, as suite=full does");
OPTION_FLAG(opt_tails, "tails",
	    "what tails need: no round again, single operations of more rows");
OPTION_FLAG(opt_list, "list", "list experiments, variants and options, then end");
OPTION_FLAG(opt_probe, "probe", "start, write the first records, then end");

static const struct suite {
	const char *name;
	bool full;
	uint32_t rounds, samples;
	uint64_t budget_ms;
} suite[] = {
	{ "quick", false, 6, 3000, 80 },
	{ "full", true, 8, 12000, 400 },
};

static const struct suite *find_suite(void)
{
	unsigned i = 0;

	while (strcmp(suite[i].name, opt_suite.text))
		i++; /* the option takes no other word */
	return &suite[i];
}

static unsigned core_count(void)
{
	unsigned cores = machine_cores();

	return opt_cores.given && opt_cores.number < cores ?
	       (unsigned)opt_cores.number : cores;
}

void settings_fill(struct settings *settings)
{
	const struct suite *chosen = find_suite();

	*settings = (struct settings){
		.suite = chosen->name, .full = chosen->full,
		.chosen = opt_bench.text, .variants = opt_variant.text,
		.claim = opt_trust.text,
		.cores = core_count(), .cores_given = opt_cores.given,
		.rounds = opt_rounds.given ? (uint32_t)opt_rounds.number
					   : chosen->rounds,
		.samples = opt_samples.given ? (uint32_t)opt_samples.number
					     : chosen->samples,
		.samples_shared = !opt_samples.given,
		.budget_ms = opt_budget.given ? opt_budget.number
					      : chosen->budget_ms,
		.seed = opt_seed.number,
		.histogram = chosen->full || opt_histogram.number,
		.list = opt_list.number, .probe = opt_probe.number,
	};
}

bool settings_full(void)
{
	return find_suite()->full;
}

bool settings_raw(void)
{
	return opt_samples.text[0];
}

bool settings_tails(void)
{
	return opt_tails.number;
}

static void complain_of(const char *word, const char *reason)
{
	complain("bad_option", "%s: %s", word, reason);
}

bool settings_check(void)
{
	static char line[COMMAND_MAX];
	unsigned bad;

	format(line, sizeof(line), "%s", machine_facts()->command_line);
	bad = options_parse(line, complain_of);
	if (opt_cores.given && opt_cores.number > machine_cores())
		log_warning("fewer_cores", "cores=%lu asked for, %u started",
			    opt_cores.number, machine_cores());
	return !bad;
}

/* Cores that take the full number of samples each; more of them share. */
#define FULL_SHARE_CORES 4u
#define LEAST_SAMPLES 500u

uint32_t settings_samples(const struct settings *settings, unsigned cores)
{
	uint32_t share = settings->samples;

	if (settings->samples_shared && cores > FULL_SHARE_CORES)
		share = share * FULL_SHARE_CORES / cores;
	return share < LEAST_SAMPLES && settings->samples_shared ?
	       LEAST_SAMPLES : share;
}

static bool is_whole(const char *text, size_t letters)
{
	return !text[letters] || text[letters] == '/';
}

/* Is a row of that name one of another subject than its first so many letters
 * name: of `ticket/prop`, not of `ticket`; of `ring` with a lock of its own? */
static bool is_anothers(const char *row, size_t letters)
{
	const char *behind = row + letters + (row[letters] == '/');

	for (unsigned kind = NAMES_LOCKS; kind < NAMES_KINDS; kind++)
		NAMES_EACH(kind, entry) {
			const char *name = (*entry)->name;
			size_t n = strlen(name);

			if (n > letters && !strncmp(name, row, n) && is_whole(row, n))
				return true;
			if (kind <= NAMES_QUEUES && !strncmp(name, behind, n) &&
			    is_whole(behind, n))
				return true;
		}
	return false;
}

bool settings_word_names(struct word word, const char *variant)
{
	char last = word.letters ? word.text[word.letters - 1] : 0;
	size_t letters = word.letters - (last == '*' || last == '.');

	if (!word.letters || strncmp(word.text, variant, letters))
		return false;
	if (last == '*' || !variant[letters])
		return letters || last == '*';
	return letters && last != '.' && variant[letters] == '/' &&
	       !is_anothers(variant, letters);
}

bool settings_wants(const struct settings *settings, const char *variant)
{
	const char *rest = settings->variants;
	struct word word;

	if (!*rest)
		return true;
	while (word_next(&rest, ',', &word))
		if (settings_word_names(word, variant))
			return true;
	return false;
}

bool settings_wants_row(const struct settings *settings, const char *variant,
			bool full_only)
{
	return (!full_only || settings->full || settings->variants[0]) &&
	       settings_wants(settings, variant);
}
