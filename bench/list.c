/* SPDX-License-Identifier: MIT */
/* What there is, a sentence each: as records of kind `listed` and as text. */
#include "bench/program.h"

#include "bench/config/choice.h"
#include "bench/config/names.h"
#include "bench/config/rows.h"
#include "bench/config/wrap.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/print.h"
#include "kernel/string.h"

#define NAME_COLUMN 2u
#define SUMMARY_COLUMN 24u
#define SUMMARY_MAX 256u

/* ---- one thing --------------------------------------------------------- */

static void title(const char *text)
{
	machine_style(MACHINE_TITLE);
	print("\n%s\n", text);
	machine_style(MACHINE_PLAIN);
}

static void show(const char *name, const char *summary)
{
	unsigned column = NAME_COLUMN + (unsigned)strlen(name) + 1;

	print("%*s%s ", (int)NAME_COLUMN, "", name);
	if (column < SUMMARY_COLUMN) {
		print("%*s", (int)(SUMMARY_COLUMN - column), "");
		column = SUMMARY_COLUMN;
	}
	wrap_print(summary, column, SUMMARY_COLUMN);
}

/* Fields that all have; the record is open then. */
static void begin_listed(const char *what, const char *name,
			 const char *summary, const char *experiment)
{
	log_begin("listed");
	log_text("what", what);
	log_text("name", name);
	if (experiment)
		log_text("experiment", experiment);
	log_text("summary", summary);
}

static void list(const char *what, const struct named *thing,
		 const char *experiment, bool yours)
{
	begin_listed(what, thing->name, thing->summary, experiment);
	log_bool("yours", yours);
	log_end();
	show(thing->name, thing->summary);
}

/* ---- experiments ------------------------------------------------------- */

/* Several rows of one name differ in cores or parameters. */
static bool named_before(const struct experiment *experiment, unsigned row)
{
	const char *name = rows_variant(experiment, row)->name;

	for (unsigned i = 0; i < row; i++)
		if (!strcmp(rows_variant(experiment, i)->name, name))
			return true;
	return false;
}

static void list_variants(const struct experiment *experiment)
{
	const struct variant *v;

	for (unsigned i = 0; (v = rows_variant(experiment, i)); i++)
		if (!named_before(experiment, i))
			list("variant", &(struct named){ v->name, v->summary },
			     experiment->name, rows_yours(experiment, i));
}

/* Also one that is in no suite. */
static bool listed(const struct settings *settings,
		   const struct experiment *experiment)
{
	return !settings->chosen[0] || choice_has(settings, experiment);
}

static void list_experiments(const struct settings *settings)
{
	title("Experiments (bench=NAME,NAME)");
	ORDER_EACH(order_named, e)
		if (listed(settings, e))
			list("experiment", &(struct named){ e->name, e->summary },
			     NULL, names_yours(e));
	ORDER_EACH(order_named, e) {
		char text[SUMMARY_MAX];

		if (!listed(settings, e) || !rows_variant(e, 0))
			continue;
		format(text, sizeof(text), "Variants of %s (variant=NAME,NAME)",
		       e->name);
		title(text);
		list_variants(e);
	}
}

static void list_kind(enum names kind, const char *text)
{
	title(text);
	NAMES_EACH(kind, entry)
		list(name_kinds[kind].what, *entry, NULL, names_yours(*entry));
}

/* ---- options ----------------------------------------------------------- */

static void log_choices(const char *choices)
{
	struct word word;
	char text[32];

	log_array("choices");
	while (word_next(&choices, ' ', &word)) {
		format(text, sizeof(text), "%.*s", (int)word.letters, word.text);
		log_text(NULL, text);
	}
	log_array_end();
}

static void log_absent(const struct option *o)
{
	if (o->kind == OPTION_KIND_NUMBER && o->number_absent >= o->least)
		log_number("default", o->number_absent);
	else if (o->text_absent && o->text_absent[0])
		log_text("default", o->text_absent);
	else
		log_null("default");
}

static void record_option(const struct option *o)
{
	static const char *const kind[] = {
		[OPTION_KIND_FLAG] = "flag", [OPTION_KIND_NUMBER] = "number",
		[OPTION_KIND_TEXT] = "text", [OPTION_KIND_CHOICE] = "choice",
	};

	begin_listed("option", o->name, o->help, NULL);
	log_text("kind", kind[o->kind]);
	log_absent(o);
	if (o->kind == OPTION_KIND_NUMBER) {
		log_number("least", o->least);
		log_number("most", o->most);
	}
	if (o->choices || o->word)
		log_choices(o->choices ? o->choices : o->word);
	log_bool("yours", names_yours(o));
	log_end();
}

/* What may be given, and what holds where it is not. */
static void write_bounds(char text[SUMMARY_MAX], const struct option *o)
{
	text[0] = 0;
	if (o->kind == OPTION_KIND_CHOICE)
		format(text, SUMMARY_MAX, " (%s; %s when absent)", o->choices,
		       o->text_absent);
	else if (o->kind == OPTION_KIND_NUMBER && o->number_absent >= o->least)
		format(text, SUMMARY_MAX, " (%lu to %lu; %lu when absent)",
		       o->least, o->most, o->number_absent);
	else if (o->kind == OPTION_KIND_NUMBER)
		format(text, SUMMARY_MAX, " (%lu to %lu)", o->least, o->most);
}

static void show_option(const struct option *o)
{
	char text[SUMMARY_MAX], bounds[SUMMARY_MAX];

	write_bounds(bounds, o);
	format(text, sizeof(text), "%s%s", o->help, bounds);
	show(o->name, text);
}

void list_options(void)
{
	title("Options (NAME or NAME=VALUE, parted by blanks)");
	options_list(show_option);
}

/* ---- all --------------------------------------------------------------- */

void list_all(const struct settings *settings)
{
	list_experiments(settings);
	if (settings->chosen[0])
		return;
	list_kind(NAMES_LOCKS, "Locks (lock=NAME)");
	list_kind(NAMES_QUEUES, "Queues (queue=NAME)");
	list_kind(NAMES_BARRIERS, "Barriers");
	list_kind(NAMES_EXECUTORS, "Executors");
	list_kind(NAMES_DESIGNS, "Designs of a pool (experiment threads)");
	options_list(record_option);
	list_options();
}
