/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/headline.h"

#include <stdarg.h>

#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

void headline_note(struct headline *h, const char *name,
		   const struct judged *judged)
{
	static const char *const names[HEADLINE_PARTS] = {
		[HEADLINE_ENQUEUE] = "enqueue", [HEADLINE_DEQUEUE] = "dequeue",
		[HEADLINE_PAIR] = "pair", [HEADLINE_CONTENDED] = "contended",
		[HEADLINE_ALL_IN] = "contended/enqueue",
		[HEADLINE_ALL_OUT] = "contended/dequeue",
		[HEADLINE_ACROSS] = "across",
		[HEADLINE_LOCK_SHARE] = "lock_share",
	};

	for (unsigned p = 0; p < HEADLINE_PARTS; p++) {
		if (strcmp(names[p], name))
			continue;
		h->part[p].told = judged->reason != REASON_NOT_MEASURED;
		h->part[p].judged = *judged;
	}
}

const char *headline_unit(const struct headline *h)
{
	/* Instructions are counted, whoever executes them. */
	if (!strcmp(h->unit, "ticks"))
		return h->emulated ? "emulated ticks" : "ticks";
	return h->unit;
}

/* ---- what the gate said ------------------------------------------------ */

static const struct judged *told(const struct headline *h,
				 enum headline_part part)
{
	return h->part[part].told ? &h->part[part].judged : NULL;
}

static enum gate_reason silence_of(const struct judged *j)
{
	return j && j->verdict == JUDGED_NONE ? j->reason : REASON_NO_REASON;
}

/* What is wrong says nothing. Nor does what one core alone could not prove:
 * what several could not is said of those. The share is of the lock, too. */
static enum gate_reason why_silent(const struct headline *h)
{
	enum gate_reason reason = REASON_NO_REASON;

	for (unsigned p = 0; p < HEADLINE_LOCK_SHARE; p++) {
		enum gate_reason own = silence_of(told(h, p));

		if (own == REASON_FAILED)
			return own;
		if (own && p < HEADLINE_CONTENDED)
			reason = own;
	}
	return reason;
}

bool headline_silent(const struct headline *h)
{
	return why_silent(h) != REASON_NO_REASON;
}

/* No round of it was clean: it has no figure. */
static bool lost(const struct judged *j)
{
	return j->figure.value == GATE_NO_ROUND;
}

/* NULL: it is sure. */
static const char *doubt(const struct judged *j)
{
	return j->verdict == JUDGED_SURE ? NULL :
	       j->reason == REASON_DISTURBED ? "disturbed" : "unsure";
}

/* ---- a text that grows ------------------------------------------------- */

struct growing {
	char *text;
	size_t size, length;
};

__attribute__((format(__printf__, 2, 3)))
static void add(struct growing *g, const char *text, ...)
{
	va_list args;
	size_t room = g->size - g->length;

	va_start(args, text);
	g->length += min_u64(format_v(g->text + g->length, room, text, args),
			     room - 1);
	va_end(args);
}

/* "40.0 to 52.0, unsure"; nothing of what is sure. */
static void add_doubt(struct growing *g, const struct judged *j)
{
	if (!doubt(j))
		return;
	if (j->figure.low != j->figure.high)
		add(g, "%s to %s, ", text_of(j->figure.low),
		    text_of(j->figure.high));
	add(g, "%s", doubt(j));
}

static bool has_ns(const struct headline *h)
{
	return ticks_known() && !strcmp(h->unit, "ticks");
}

/* "41.2 ticks (40.0 to 52.0, unsure; 15.9 ns)"; the units only where they are
 * new. */
static void add_figure(struct growing *g, const struct headline *h,
		       const struct judged *j, bool units, bool ns)
{
	add(g, "%s", text_of(j->figure.value));
	if (units)
		add(g, " %s", headline_unit(h));
	if (!doubt(j) && !ns)
		return;
	add(g, " (");
	add_doubt(g, j);
	if (doubt(j) && ns)
		add(g, "; ");
	if (ns)
		add(g, "%s", text_of(ns_of_ticks(j->figure.value)));
	if (ns && units)
		add(g, " %sns", h->emulated ? "emulated " : "");
	add(g, ")");
}

/* ---- first: alone ------------------------------------------------------ */

#define VERBS 2u
static const struct {
	enum headline_part part;
	const char *name, *first; /* first: where the sentence begins with it */
} verbs[VERBS] = {
	{ HEADLINE_ENQUEUE, "enqueue", "Enqueue takes " },
	{ HEADLINE_DEQUEUE, "dequeue", "Dequeue takes " },
};

static void write_alone(struct growing *g, const struct headline *h)
{
	const char *without[VERBS];
	unsigned figures = 0, disturbed = 0;

	for (unsigned v = 0; v < VERBS; v++) {
		const struct judged *j = told(h, verbs[v].part);

		if (j && lost(j))
			without[disturbed++] = verbs[v].name;
		if (!j || lost(j))
			continue;
		if (figures)
			add(g, ", %s ", verbs[v].name);
		else
			add(g, "%s", verbs[v].first);
		add_figure(g, h, j, !figures, has_ns(h));
		figures++;
	}
	if (figures)
		add(g, ", nobody else at it");
	if (disturbed)
		add(g, "%s round of %s", figures ? "; every" : "Every",
		    without[0]);
	if (disturbed > 1)
		add(g, " and of %s", without[1]);
	if (disturbed)
		add(g, " was disturbed");
	if (g->length)
		add(g, ".");
}

/* ---- second: with others ----------------------------------------------- */

/* What follows the place: "items pass every 63.1 ticks (unsure)". */
static void add_pace(struct growing *g, const struct headline *h,
		     const struct judged *j, bool again)
{
	if (lost(j)) {
		add(g, "every round was disturbed");
		return;
	}
	if (!again)
		add(g, "items pass every ");
	add_figure(g, h, j, !again, false);
}

static void write_with_others(struct growing *g, const struct headline *h)
{
	const struct judged *all = told(h, HEADLINE_CONTENDED);
	const struct judged *two = told(h, HEADLINE_ACROSS);

	if (h->cores < 2) {
		add(g, "Only one core ran: what several take is not known.");
		return;
	}
	if (silence_of(all) || silence_of(two)) {
		add(g, "What several cores take is not told: the queue is not "
		    "proven right with them.");
		return;
	}
	if (!all && !two)
		return;
	if (all) {
		add(g, "With %u cores at it, ", h->cores);
		add_pace(g, h, all, false);
	}
	if (two) {
		add(g, "%s %s, ", all ? "; between" : "Between", h->places);
		add_pace(g, h, two, all && !lost(all));
	}
	add(g, ".");
}

/* ---- third: the lock --------------------------------------------------- */

#define WHOLE_MILLI 100000 /* per cent */
#define PERCENT 100

/* Lock and pair are measured apart, so the one may reach beyond the other: that
 * is no share of it. */
static bool is_share(const struct span *s)
{
	return max_i64(s->value, max_i64(s->low, s->high)) <= WHOLE_MILLI;
}

static int64_t times_milli(int64_t percent_milli)
{
	return (percent_milli + PERCENT / 2) / PERCENT;
}

static struct judged as_times(const struct judged *share)
{
	struct judged times = *share;

	times.figure.value = times_milli(share->figure.value);
	times.figure.low = times_milli(share->figure.low);
	times.figure.high = times_milli(share->figure.high);
	return times;
}

/* "44.0 % (40.0 to 52.0, unsure) of"; "1.01 times (0.98 to 1.04, unsure)". */
static void add_share(struct growing *g, const struct judged *share)
{
	bool part = is_share(&share->figure);
	struct judged told = part ? *share : as_times(share);

	if (part)
		add(g, "The lock is %s %%", text_of(told.figure.value));
	else
		add(g, "By itself, the lock takes %s times",
		    text_of(told.figure.value));
	if (doubt(&told)) {
		add(g, " (");
		add_doubt(g, &told);
		add(g, ")");
	}
	if (part)
		add(g, " of");
}

static void write_lock(struct growing *g, const struct headline *h)
{
	const struct judged *share = told(h, HEADLINE_LOCK_SHARE);

	if (!share)
		return;
	if (silence_of(share)) {
		add(g, "The lock's share is not told: the lock is not proven "
		    "right.");
		return;
	}
	if (lost(share)) {
		add(g, "The lock's share is not known: every round was "
		    "disturbed.");
		return;
	}
	add_share(g, share);
	add(g, " the %s of an enqueue and a dequeue, nobody else at it.",
	    headline_unit(h));
}

/* ---- all --------------------------------------------------------------- */

static void write_silence(struct growing *g, enum gate_reason reason)
{
	add(g, reason == REASON_FAILED ?
	    "The work queue gives wrong answers: what enqueue and dequeue take "
	    "means nothing." :
	    "The work queue is not proven right here: what enqueue and dequeue "
	    "take is not told.");
}

unsigned headline_write(
	char sentence[HEADLINE_SENTENCES][HEADLINE_SENTENCE_MAX],
	const struct headline *h)
{
	static void (*const write[])(struct growing *g,
				     const struct headline *h) = {
		write_alone, write_with_others, write_lock,
	};
	bool any = false;
	unsigned count = 0;

	for (unsigned p = 0; p < HEADLINE_PARTS; p++)
		any |= h->part[p].told;
	for (unsigned i = 0; any && i < HEADLINE_SENTENCES; i++) {
		struct growing g = { sentence[count], HEADLINE_SENTENCE_MAX, 0 };

		if (headline_silent(h)) {
			write_silence(&g, why_silent(h));
			return 1;
		}
		write[i](&g, h);
		count += g.length > 0;
	}
	return count;
}

void headline_cell(char cell[HEADLINE_CELL_MAX], const struct headline *h,
		   int part)
{
	struct growing g = { cell, HEADLINE_CELL_MAX, 0 };
	const struct judged *j =
		part < 0 ? NULL : told(h, (enum headline_part)part);

	if (!j || silence_of(j) == REASON_FAILED)
		add(&g, "-");
	else if (silence_of(j))
		add(&g, "not proven");
	else if (lost(j))
		add(&g, "disturbed");
	else
		add(&g, "%s", text_of(j->figure.value));
	if (j && !silence_of(j) && !lost(j) && doubt(j))
		add(&g, " %s", doubt(j));
}
