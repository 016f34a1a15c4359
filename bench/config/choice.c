/* SPDX-License-Identifier: MIT */
#include "bench/config/choice.h"

#include "bench/config/complain.h"
#include "bench/config/rows.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define WHAT_MAX 256u

bool choice_has(const struct settings *settings,
		const struct experiment *experiment)
{
	const char *rest = settings->chosen;
	struct word word;

	if (!*rest)
		return !experiment->by_name_only;
	while (word_next(&rest, ',', &word))
		if (word_is(&word, experiment->name))
			return true;
	return false;
}

/* ---- experiments ------------------------------------------------------- */

static bool experiment_exists(const struct settings *settings,
			      struct word word)
{
	(void)settings;
	ORDER_EACH(order_named, experiment)
		if (word_is(&word, experiment->name))
			return true;
	wrong_name_begin("experiment", word);
	ORDER_EACH(order_named, experiment)
		wrong_name_offer(experiment->name);
	return wrong_name_end("bad_experiment", "bench");
}

/* ---- variants ---------------------------------------------------------- */

/* Calls visit(name, arg) for each variant chosen from, until one is true. */
static bool any_variant(const struct settings *settings,
			bool (*visit)(const char *name, const void *arg),
			const void *arg)
{
	const struct variant *v;

	ORDER_EACH(order_named, experiment) {
		if (!choice_has(settings, experiment))
			continue;
		for (unsigned i = 0; (v = rows_variant(experiment, i)); i++)
			if (visit(v->name, arg))
				return true;
	}
	return false;
}

static bool is_named(const char *name, const void *word)
{
	return settings_word_names(*(const struct word *)word, name);
}

/* Up to the first, second ... stroke, or all of it. */
static size_t letters_until(const char *name, size_t letters)
{
	while (name[letters] && name[letters] != '/')
		letters++;
	return letters;
}

/* First words are what most want and few enough to show; where the wrong word
 * begins with one of them, the names that do so, too. */
static bool offer(const char *name, const void *arg)
{
	const struct word *word = arg;
	size_t first = letters_until(name, 0), letters = first;

	wrong_name_compare(name, letters);
	for (; name[letters]; wrong_name_compare(name, letters))
		letters = letters_until(name, letters + 1);
	if (word->letters > first && word->text[first] == '/' &&
	    !strncmp(word->text, name, first))
		wrong_name_show(name, letters);
	else
		wrong_name_show(name, first);
	return false;
}

static bool variant_exists(const struct settings *settings, struct word word)
{
	char what[WHAT_MAX] = "variant";

	if (any_variant(settings, is_named, &word))
		return true;
	if (settings->chosen[0])
		format(what, sizeof(what), "variant of %s", settings->chosen);
	if (word.letters > 1 && word.text[word.letters - 1] == '.') {
		word.letters--; /* "mcs.": mcs alone */
		if (any_variant(settings, is_named, &word))
			return complain("bad_variant", "variant=%.*s.: that is no row, "
					"but several. Name one, or leave out the full "
					"stop", (int)word.letters, word.text);
	}
	wrong_name_begin(what, word);
	any_variant(settings, offer, &word);
	return wrong_name_end("bad_variant", "variant");
}

/* ---- both -------------------------------------------------------------- */

static bool words_exist(const struct settings *settings, const char *option,
			const char *list,
			bool (*exists)(const struct settings *settings,
				       struct word word))
{
	const char *rest = list[0] ? list : NULL;
	struct word word;
	bool ok = true;

	while (word_next(&rest, ',', &word))
		if (word.letters)
			ok = exists(settings, word) && ok;
		else
			ok = complain("bad_option", "%s=%s: a name is missing "
				      "beside a comma", option, list);
	return ok;
}

bool choice_check(const struct settings *settings)
{
	return words_exist(settings, "bench", settings->chosen,
			   experiment_exists) &&
	       words_exist(settings, "variant", settings->variants,
			   variant_exists);
}

/* ---- in which order ---------------------------------------------------- */

REGISTRY(qc_experiments, const struct experiment);

bool order_named(const struct experiment *a, const struct experiment *b)
{
	return strcmp(a->name, b->name) < 0;
}

bool order_measured(const struct experiment *a, const struct experiment *b)
{
	/* One less: ORDER_LAST, which is 0, becomes the highest. */
	unsigned first = (unsigned)a->order - 1, second = (unsigned)b->order - 1;

	return first != second ? first < second : order_named(a, b);
}

const struct experiment *order_next(order_fn *before,
				    const struct experiment *experiment)
{
	const struct experiment *next = NULL;

	REGISTRY_EACH(qc_experiments, const struct experiment, entry)
		if ((!experiment || before(experiment, *entry)) &&
		    (!next || before(*entry, next)))
			next = *entry;
	return next;
}
