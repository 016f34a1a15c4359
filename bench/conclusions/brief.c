/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/brief.h"

#include <stdarg.h>

#include "bench/conclusions/sentence.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define FIGURE_MAX 64u
#define NAMES_MAX 128u

/* True where the form has room: it stands then. */
__attribute__((format(__printf__, 2, 3)))
static bool fits(char line[BRIEF_MAX], const char *text, ...)
{
	va_list args;
	size_t length;

	va_start(args, text);
	length = format_v(line, BRIEF_MAX, text, args);
	va_end(args);
	return length < BRIEF_MAX;
}

/* ---- figures ----------------------------------------------------------- */

static const char *reach(int64_t value)
{
	return value == GATE_NEVER ? "never" : text_of(value);
}

/* "41.2 (40.0 to 43.1)"; of what is not sure "40.0 to 52.0". */
static void write_figure(char figure[FIGURE_MAX], const struct judged *j)
{
	const struct span *s = &j->figure;

	if (s->low == s->high)
		format(figure, FIGURE_MAX, "%s", reach(s->value));
	else if (j->verdict == JUDGED_SURE)
		format(figure, FIGURE_MAX, "%s (%s to %s)", text_of(s->value),
		       reach(s->low), reach(s->high));
	else
		format(figure, FIGURE_MAX, "%s to %s", reach(s->low),
		       reach(s->high));
}

/* ---- nothing ----------------------------------------------------------- */

static bool write_nothing(char line[BRIEF_MAX], const struct conclusion *c,
			  const struct judged *j)
{
	char why[SENTENCE_MAX];
	size_t first = 0; /* of it, without what would help */

	sentence_reason(why, c, j);
	while (why[first] && why[first] != ',')
		first++;
	return (c->claim < CLAIM_VALUE &&
		fits(line, "nothing is concluded: %s: %s", c->what, why)) ||
	       fits(line, "nothing is concluded: %s", why) ||
	       fits(line, "nothing is concluded: %.*s", (int)first, why);
}

/* ---- order ------------------------------------------------------------- */

/* "a, b and c"; returns how many. */
static unsigned write_names(char names[NAMES_MAX], const struct conclusion *c,
			    uint32_t which)
{
	unsigned all = 0, left;
	size_t at = 0;

	for (unsigned s = 0; s < c->subjects; s++)
		all += which >> s & 1;
	left = all;
	names[0] = 0;
	for (unsigned s = 0; s < c->subjects && at < NAMES_MAX; s++)
		if (which & 1u << s)
			at += format(names + at, NAMES_MAX - at, "%s%s",
				     c->subject[s].name, --left > 1 ? ", " :
				     left ? " and " : "");
	return all;
}

static bool write_tie(char line[BRIEF_MAX], const struct conclusion *c,
		      const struct judged *j)
{
	char names[NAMES_MAX], from[TEXT_NUMBER_MAX], to[TEXT_NUMBER_MAX];
	unsigned tied = write_names(names, c, j->winners);
	bool one = false; /* both read alike: "24.0 to 24.0" says nothing more */

	text_number(from, j->figure.value);
	text_number(to, j->most);
	one = !strcmp(from, to);
	return fits(line, "%s: %s take the same, %s%s%s %s", c->what, names,
		    from, one ? "" : " to ", one ? "" : to, c->unit) ||
	       fits(line, "%s: %u of %u take the same, %s%s%s %s", c->what,
		    tied, c->subjects, from, one ? "" : " to ", one ? "" : to,
		    c->unit) ||
	       fits(line, "%s take the same, %s%s%s %s", names, from,
		    one ? "" : " to ", one ? "" : to, c->unit);
}

static bool write_doubt(char line[BRIEF_MAX], const struct conclusion *c,
			const struct judged *j)
{
	const char *best = c->subject[j->best].name;
	const char *other = c->subject[j->other].name;

	if (j->best == j->other)
		return fits(line, "unsure: %s: which is the %s", c->what,
			    c->superlative) ||
		       fits(line, "unsure: %s", c->what);
	return fits(line, "unsure: %s: %s or %s is the %s", c->what, best,
		    other, c->superlative) ||
	       fits(line, "unsure: %s: %s or %s", c->what, best, other) ||
	       fits(line, "unsure: %s or %s is the %s", best, other,
		    c->superlative);
}

static bool write_order(char line[BRIEF_MAX], const struct conclusion *c,
			const struct judged *j)
{
	const char *best = c->subject[j->best].name;
	char figure[FIGURE_MAX];

	if (j->verdict == JUDGED_TIE)
		return write_tie(line, c, j);
	if (j->verdict == JUDGED_UNSURE)
		return write_doubt(line, c, j);
	write_figure(figure, j);
	return fits(line, "%s: %s is the %s, %s %s", c->what, best,
		    c->superlative, figure, c->unit) ||
	       fits(line, "%s: %s, %s %s", c->what, best, figure, c->unit) ||
	       fits(line, "%s is the %s, %s %s", best, c->superlative, figure,
		    c->unit);
}

/* What stands in brackets goes first. */
static void leave_out_brackets(char text[SENTENCE_MAX], const char *what)
{
	unsigned depth = 0;
	size_t at = 0;

	for (; *what && at + 1 < SENTENCE_MAX; what++) {
		depth += *what == ' ' && what[1] == '(';
		if (!depth)
			text[at++] = *what;
		depth -= *what == ')' && depth;
	}
	text[at] = 0;
}

/* ---- ratio ------------------------------------------------------------- */

static bool write_ratio(char line[BRIEF_MAX], const struct conclusion *c,
			const struct judged *j)
{
	const char *base = c->subject[0].name, *own = c->subject[1].name;
	const char *doubt = j->verdict == JUDGED_UNSURE ? "unsure: " : "";
	char figure[FIGURE_MAX], what[SENTENCE_MAX];

	write_figure(figure, j);
	leave_out_brackets(what, c->what);
	if (j->verdict == JUDGED_TIE)
		return fits(line, "%s: %s takes as long as %s (%s times)",
			    what, own, base, figure) ||
		       fits(line, "%s: %s as %s (%s times)", what, own, base,
			    figure) ||
		       fits(line, "%s takes as long as %s (%s times)", own,
			    base, figure);
	return fits(line, "%s%s: %s takes %s times as long as %s", doubt,
		    what, own, figure, base) ||
	       fits(line, "%s%s: %s, %s times %s", doubt, what, own, figure,
		    base) ||
	       fits(line, "%s%s takes %s times as long as %s", doubt, own,
		    figure, base) ||
	       fits(line, "%s%s, %s times %s", doubt, own, figure, base);
}

/* ---- value, fact, crossing --------------------------------------------- */

static bool write_figured(char line[BRIEF_MAX], const char *doubt,
			  const char *what, const char *figure)
{
	const char *rest = what;

	while (*rest && strncmp(rest, "%s", 2))
		rest++;
	return fits(line, "%s%.*s%s%s", doubt, (int)(rest - what), what,
		    *rest ? figure : "", *rest ? rest + 2 : rest);
}

static bool write_value(char line[BRIEF_MAX], const struct conclusion *c,
			const struct judged *j)
{
	const char *doubt = j->verdict == JUDGED_UNSURE ? "unsure: " : "";
	char figure[FIGURE_MAX], shorter[SENTENCE_MAX];

	if (j->verdict == JUDGED_SURE && j->figure.value == GATE_NEVER)
		return c->never && fits(line, "%s", c->never);
	write_figure(figure, j);
	leave_out_brackets(shorter, c->what);
	return write_figured(line, doubt, c->what, figure) ||
	       write_figured(line, doubt, shorter, figure);
}

/* ---- all --------------------------------------------------------------- */

/* Where there is room. */
static void add_published(char line[BRIEF_MAX], const char *published)
{
	char with[BRIEF_MAX];

	if (published && fits(with, "%s (published: %s)", line, published))
		memcpy(line, with, sizeof(with));
}

static bool has_nothing(const struct conclusion *c, const struct judged *j)
{
	return j->verdict == JUDGED_NONE ||
	       (c->claim != CLAIM_ORDER && j->figure.value == GATE_NO_ROUND);
}

static enum brief_rank rank_of(const struct conclusion *c,
			       const struct judged *j)
{
	return c->claim == CLAIM_FACT ? BRIEF_FACT :
	       j->verdict == JUDGED_SURE ? BRIEF_SURE :
	       j->verdict == JUDGED_TIE ? BRIEF_TIE : BRIEF_UNSURE;
}

enum brief_rank brief_write(char line[BRIEF_MAX], const struct conclusion *c,
			    const struct judged *judged)
{
	bool nothing = has_nothing(c, judged);
	bool written = nothing ? write_nothing(line, c, judged) :
		       c->claim == CLAIM_ORDER ? write_order(line, c, judged) :
		       c->claim == CLAIM_RATIO ? write_ratio(line, c, judged) :
						 write_value(line, c, judged);

	if (!written)
		return BRIEF_NO_ROOM;
	if (nothing)
		return BRIEF_NOTHING;
	add_published(line, c->published);
	return rank_of(c, judged);
}
