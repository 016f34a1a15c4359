/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/sentence.h"

#include <stdarg.h>
#include <stdbool.h>

#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

/* ---- a text that grows ------------------------------------------------- */

struct growing {
	char *text;
	size_t length;
};

__attribute__((format(__printf__, 2, 3)))
static void add(struct growing *g, const char *text, ...)
{
	va_list args;
	size_t room = SENTENCE_MAX - g->length;

	va_start(args, text);
	g->length += min_u64(format_v(g->text + g->length, room, text, args),
			     room - 1);
	va_end(args);
}

static void add_range(struct growing *g, const struct span *s)
{
	if (s->low == s->high)
		add(g, "%s", text_of(s->low));
	else
		add(g, "%s to %s", text_of(s->low), text_of(s->high));
}

static void add_span(struct growing *g, const struct span *s)
{
	add(g, "%s (%s to %s)", text_of(s->value), text_of(s->low),
	    text_of(s->high));
}

/* ---- reasons ----------------------------------------------------------- */

/* Of NONE what stands within the sentence, of UNSURE one of its own. */
static const struct {
	const char *word;
	bool named; /* it begins with the subject's name */
	const char *help;
} reasons[] = {
	[REASON_NO_REASON] = { NULL, false, "" },
	[REASON_NOT_MEASURED] = { "not_measured", false, "not measured" },
	[REASON_ONE] = { "one", false, "nothing to compare it with" },
	[REASON_FAILED] = { "failed", true, " gives wrong answers" },
	[REASON_NOT_PROVEN] = { "not_proven", true, " is not proven right" },
	[REASON_TURNS] = { "turns", false,
			   "Cores take turns, more real ones would help" },
	[REASON_DRIFTED] = { "drifted", false,
			"The same work took another time at the end" },
	[REASON_PLACED] = { "placed", false, "Virtual cores may lie elsewhere "
			    "in the next boot (qc run --boots 6)" },
	[REASON_ROUNDS] = { "rounds", false,
			    "Six rounds are needed (rounds=6)" },
	[REASON_DISTURBED] = { "disturbed", true,
			" was disturbed, a quieter machine would help" },
	[REASON_NO_RATIO] = { "no_ratio", false, "Fewer than six rounds have "
			      "a ratio: never and 0 have none" },
	[REASON_SPREAD] = { "spread", false,
			    "Rounds differ, a quieter machine would help" },
	[REASON_CLOSE] = { "close", false,
			   "Too close for one boot (qc run --boots 6)" },
};

const char *reason_word(enum gate_reason reason)
{
	return reasons[reason].word;
}

static void add_reason(struct growing *g, const struct conclusion *c,
		       const struct judged *j)
{
	const char *name = c->subject[j->other].name;

	if (reasons[j->reason].named)
		add(g, "%s", name && *name ? name : "It");
	add(g, "%s", reasons[j->reason].help);
}

void sentence_reason(char text[SENTENCE_MAX], const struct conclusion *c,
		     const struct judged *judged)
{
	struct growing g = { text, 0 };

	text[0] = '\0';
	add_reason(&g, c, judged);
}

/* ---- order ------------------------------------------------------------- */

static unsigned names_in(uint32_t which)
{
	unsigned count = 0;

	for (; which; which &= which - 1)
		count++;
	return count;
}

static void add_names(struct growing *g, const struct conclusion *c,
			uint32_t which)
{
	unsigned left = names_in(which);

	for (unsigned s = 0; s < c->subjects; s++) {
		if (!(which & 1u << s))
			continue;
		left--;
		add(g, "%s%s", c->subject[s].name,
		    left > 1 ? ", " : left ? " and " : "");
	}
}

/* Thousandths to per cent: ten of these are one. */
static void add_tie(struct growing *g, const struct conclusion *c,
		    const struct judged *j, unsigned threshold)
{
	const char *from = text_of(j->figure.value), *to = text_of(j->most);

	add_names(g, c, j->winners);
	add(g, " take the same within %s %%, %s",
	    text_of((int64_t)gate_tie(threshold) * 100), from);
	if (strcmp(from, to))
		add(g, " to %s", to);
	add(g, " %s", c->unit);
	if (!j->near)
		return;
	add(g, "; ");
	add_names(g, c, j->near);
	add(g, names_in(j->near) > 1 ? " are close" : " is close");
}

static void add_untold(struct growing *g, const struct conclusion *c,
		       const struct judged *j)
{
	if (j->verdict == JUDGED_NONE)
		add_reason(g, c, j);
	else if (j->best != j->other)
		add(g, "cannot be told, %s or %s",
		    c->subject[j->best].name, c->subject[j->other].name);
	else
		add(g, "cannot be told");
}

static void add_order(struct growing *g, const struct conclusion *c,
		      const struct judged *j, unsigned threshold)
{
	const char *best = c->subject[j->best].name;
	const char *other = c->subject[j->other].name;

	add(g, "%s: ", c->what);
	if (j->verdict == JUDGED_SURE) {
		add(g, "%s is the %s, %s %s; next %s, ", best, c->superlative,
		    text_of(j->figure.value), c->unit, other);
		add_span(g, &j->ratio);
		add(g, " times that");
	} else if (j->verdict == JUDGED_TIE) {
		add_tie(g, c, j, threshold);
	} else {
		add_untold(g, c, j);
	}
}

/* What was wrong is named: a reader must not think that it lost. */
static void add_failed(struct growing *g, const struct conclusion *c)
{
	for (unsigned s = 0; s < c->subjects; s++)
		if (c->subject[s].fitness == FIT_FAILED)
			add(g, "; %s is left out, it gives wrong answers",
			    c->subject[s].name);
}

/* ---- ratio ------------------------------------------------------------- */

static void add_ratio(struct growing *g, const struct conclusion *c,
		      const struct judged *j)
{
	const char *base = c->subject[0].name, *own = c->subject[1].name;

	add(g, "%s: ", c->what);
	if (j->verdict == JUDGED_SURE) {
		add(g, "%s takes ", own);
		add_span(g, &j->figure);
		add(g, " times as long as %s", base);
	} else if (j->verdict == JUDGED_TIE) {
		add(g, "%s takes as long as %s (", own, base);
		add_range(g, &j->figure);
		add(g, " times)");
	} else if (j->verdict == JUDGED_NONE) {
		add_reason(g, c, j);
	} else if (j->figure.value == GATE_NO_ROUND) {
		add(g, "cannot be told");
	} else {
		add(g, "unsure; %s takes ", own);
		add_range(g, &j->figure);
		add(g, " times as long as %s", base);
	}
}

/* ---- value, fact ------------------------------------------------------- */

/* The sentence up to its %s; what follows goes to *rest. */
static size_t before_figure(const char *what, const char **rest)
{
	size_t at = 0;

	while (what[at] && strncmp(what + at, "%s", 2))
		at++;
	*rest = what[at] ? what + at + 2 : what + at;
	return at;
}

static const char *reach(int64_t value)
{
	return value == GATE_NEVER ? "never" : text_of(value);
}

static void add_value(struct growing *g, const struct conclusion *c,
		      const struct judged *j)
{
	const struct span *s = &j->figure;
	const char *rest;
	size_t before = before_figure(c->what, &rest);

	if (j->verdict == JUDGED_SURE && s->value == GATE_NEVER) {
		add(g, "%s", c->never);
		return;
	}
	add(g, "%.*s", (int)before, c->what);
	if (j->verdict == JUDGED_NONE || s->value == GATE_NO_ROUND)
		add(g, "?");
	else if (s->low == s->high)
		add(g, "%s", reach(s->value));
	else if (j->verdict == JUDGED_SURE)
		add_span(g, s);
	else
		add(g, "%s to %s", reach(s->low), reach(s->high));
	add(g, "%s", rest);
	if (j->verdict == JUDGED_UNSURE)
		add(g, ": unsure");
	if (j->verdict == JUDGED_NONE) {
		add(g, ": ");
		add_reason(g, c, j);
	}
}

/* ---- all --------------------------------------------------------------- */

void sentence_write(char text[SENTENCE_MAX], const struct conclusion *c,
		    const struct judged *judged, unsigned threshold)
{
	struct growing g = { text, 0 };

	text[0] = '\0';
	if (c->claim == CLAIM_ORDER) {
		add_order(&g, c, judged, threshold);
		add_failed(&g, c);
	} else if (c->claim == CLAIM_RATIO) {
		add_ratio(&g, c, judged);
	} else {
		add_value(&g, c, judged);
	}
	if (c->published)
		add(&g, " (published: %s)", c->published);
	add(&g, ".");
	if (judged->verdict == JUDGED_UNSURE) {
		add(&g, " ");
		add_reason(&g, c, judged);
		add(&g, ".");
	}
}
