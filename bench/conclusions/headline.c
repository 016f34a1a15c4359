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

/* The worst that is known of the queue itself: the share is of the lock, too. */
static enum gate_reason worst_of(const struct headline *h)
{
	enum gate_reason worst = REASON_NO_REASON;

	for (unsigned p = 0; p < HEADLINE_LOCK_SHARE; p++) {
		const struct judged *j = told(h, p);

		if (!j || j->verdict != JUDGED_NONE)
			continue;
		if (j->reason == REASON_FAILED || !worst)
			worst = j->reason;
	}
	return worst;
}

bool headline_silent(const struct headline *h)
{
	return worst_of(h) != REASON_NO_REASON;
}

/* NULL: it is sure. */
static const char *doubt(const struct judged *j)
{
	if (j->verdict == JUDGED_SURE)
		return NULL;
	if (j->figure.value == GATE_NO_ROUND)
		return "no clean round";
	return j->reason == REASON_DISTURBED ? "disturbed" : "unsure";
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

/* A sure figure, or the range of one that is not. */
static void add_figure(struct growing *g, const struct judged *j,
		       int64_t (*scaled)(int64_t milli))
{
	const struct span *s = &j->figure;

	if (j->verdict == JUDGED_NONE || s->value == GATE_NO_ROUND)
		add(g, "?");
	else if (j->verdict == JUDGED_SURE || s->low == s->high)
		add(g, "%s", text_of(scaled(s->value)));
	else
		add(g, "%s to %s", text_of(scaled(s->low)),
		    text_of(scaled(s->high)));
}

static int64_t as_it_is(int64_t milli)
{
	return milli;
}

/* " (unsure)"; nothing of what is sure. */
static void add_doubt(struct growing *g, const struct judged *j)
{
	if (doubt(j))
		add(g, " (%s)", doubt(j));
}

/* ---- first: alone ------------------------------------------------------ */

static bool has_ns(const struct headline *h, const struct judged *j)
{
	return ticks_known() && j->figure.value != GATE_NO_ROUND &&
	       !strcmp(h->unit, "ticks");
}

/* "41.2 ticks (unsure; 15.9 ns)"; the units only where they are new. */
static void add_cost(struct growing *g, const struct headline *h,
		     const struct judged *j, bool units)
{
	add_figure(g, j, as_it_is);
	if (units)
		add(g, " %s", headline_unit(h));
	if (!has_ns(h, j)) {
		add_doubt(g, j);
		return;
	}
	add(g, " (");
	if (doubt(j))
		add(g, "%s; ", doubt(j));
	add_figure(g, j, ns_of_ticks);
	if (units)
		add(g, " %sns", h->emulated ? "emulated " : "");
	add(g, ")");
}

static void write_alone(struct growing *g, const struct headline *h)
{
	const struct judged *in = told(h, HEADLINE_ENQUEUE);
	const struct judged *out = told(h, HEADLINE_DEQUEUE);

	if (!in && !out)
		return;
	if (in) {
		add(g, "Enqueue takes ");
		add_cost(g, h, in, true);
	}
	if (out) {
		add(g, in ? ", dequeue " : "Dequeue takes ");
		add_cost(g, h, out, !in);
	}
	add(g, ", nobody else at it.");
}

/* ---- second: with others ----------------------------------------------- */

static void add_every(struct growing *g, const struct headline *h,
		      const struct judged *j, bool unit)
{
	add(g, "every ");
	add_figure(g, j, as_it_is);
	if (unit)
		add(g, " %s", headline_unit(h));
	add_doubt(g, j);
}

static void write_with_others(struct growing *g, const struct headline *h)
{
	const struct judged *all = told(h, HEADLINE_CONTENDED);
	const struct judged *two = told(h, HEADLINE_ACROSS);

	if (h->cores < 2) {
		add(g, "Only one core ran: what several take is not known.");
		return;
	}
	if (!all && !two)
		return;
	if (all) {
		add(g, "With %u cores at it, an item passes ", h->cores);
		add_every(g, h, all, true);
	}
	if (two) {
		add(g, all ? "; between %s, " : "Between %s, an item passes ",
		    h->places);
		add_every(g, h, two, !all);
	}
	add(g, ".");
}

/* ---- third: the lock --------------------------------------------------- */

static void write_lock(struct growing *g, const struct headline *h)
{
	const struct judged *share = told(h, HEADLINE_LOCK_SHARE);

	if (!share)
		return;
	if (share->verdict == JUDGED_NONE) {
		add(g, "The lock's share is not told: the lock is not proven "
		    "right.");
		return;
	}
	add(g, "The lock is ");
	add_figure(g, share, as_it_is);
	add(g, " %%");
	add_doubt(g, share);
	add(g, " of the %s of an enqueue and a dequeue, nobody else at it.",
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
			write_silence(&g, worst_of(h));
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

	if (!j || j->verdict == JUDGED_NONE ||
	    j->figure.value == GATE_NO_ROUND) {
		add(&g, "-");
		return;
	}
	add_figure(&g, j, as_it_is);
	if (doubt(j))
		add(&g, " %s", doubt(j));
}
