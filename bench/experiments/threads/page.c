/* SPDX-License-Identifier: MIT */
/* Experiment `threads` on the screen: designs side by side, in seconds at the
 * published scale, so that the published figures can be read beside them. */
#include "bench/config/scale.h"
#include "bench/report/text.h"
#include "bench/experiments/threads/threads.h"
#include "kernel/machine.h"
#include "kernel/print.h"

/* Columns of a design's figures; of what stands before them. */
#define CELL 11
#define ACROSS 6u

struct page {
	const struct threads_curve *curve;
	unsigned designs;
};

static bool shown(const struct page *page, unsigned i)
{
	return page->curve[i].points > 0;
}

static void heading(const struct page *page, const char *left)
{
	machine_style(MACHINE_DIM);
	print("%-14s", left);
	for (unsigned i = 0; i < page->designs; i++)
		if (shown(page, i))
			print("%*s", CELL, page->curve[i].design->name);
	print("\n");
	machine_style(MACHINE_PLAIN);
}

static const struct threads_point *at_k(const struct threads_curve *curve,
					unsigned k)
{
	for (unsigned i = 0; i < curve->points; i++)
		if (curve->point[i].k == k)
			return &curve->point[i];
	return NULL;
}

static void cell(int64_t thousandths)
{
	char text[TEXT_NUMBER_MAX];

	print("%*s", CELL, text_number(text, thousandths));
}

/* The design that got furthest says which k there are. */
static const struct threads_curve *longest(const struct page *page)
{
	const struct threads_curve *most = &page->curve[0];

	for (unsigned i = 1; i < page->designs; i++)
		if (page->curve[i].points > most->points)
			most = &page->curve[i];
	return most;
}

static void times(const struct page *page)
{
	const struct threads_curve *all = longest(page);

	heading(page, "   k   tasks");
	for (unsigned j = 0; j < all->points; j++) {
		const struct threads_point *p = &all->point[j];

		print("%4u%8u  ", p->k, p->tasks);
		for (unsigned i = 0; i < page->designs; i++) {
			const struct threads_point *own =
				at_k(&page->curve[i], p->k);

			if (shown(page, i))
				cell(own ? threads_published_ms(own->took)
					 : TEXT_NULL);
		}
		print("\n");
	}
}

/* ---- the last k in detail --------------------------------------------------------- */

static int64_t get_workers(const struct threads_point *p)
{
	return p->workers;
}

static int64_t get_stacks(const struct threads_point *p)
{
	return (int64_t)p->stack_kib;
}

static int64_t get_earliest(const struct threads_point *p)
{
	return threads_published_ms(p->earliest);
}

static int64_t get_queued(const struct threads_point *p)
{
	return threads_published_ms(p->queued);
}

static int64_t get_waited(const struct threads_point *p)
{
	return threads_published_ms(p->waited);
}

static int64_t get_late(const struct threads_point *p)
{
	return threads_published_ms(p->late);
}

static const struct {
	const char *name;
	bool count; /* not a time */
	int64_t (*get)(const struct threads_point *p);
} detail[] = {
	{ "workers", true, get_workers },
	{ "stacks, KiB", true, get_stacks },
	{ "first done", false, get_earliest },
	{ "longest queued", false, get_queued },
	{ "longest wait", false, get_waited },
	{ "bystander late", false, get_late },
};

static void detail_cell(unsigned d, const struct threads_point *p)
{
	int64_t value = detail[d].get(p);

	if (detail[d].count)
		print("%*ld", CELL, value);
	else
		cell(value);
}

static void details(const struct page *page)
{
	for (unsigned d = 0; d < sizeof(detail) / sizeof(detail[0]); d++) {
		print("%-14s", detail[d].name);
		for (unsigned i = 0; i < page->designs; i++) {
			const struct threads_curve *c = &page->curve[i];

			if (shown(page, i))
				detail_cell(d, &c->point[c->points - 1]);
		}
		print("\n");
	}
}

static void part(const struct threads_results *results, enum threads_case which,
		 const char *title)
{
	const struct page page = {
		results->curve[which],
		results->designs < ACROSS ? results->designs : ACROSS };

	if (!longest(&page)->points)
		return;
	machine_style(MACHINE_TITLE);
	print("\n%s: seconds (x %lu) until all are done\n", title,
	      scale_divisor());
	times(&page);
	machine_style(MACHINE_DIM);
	print("at the largest k:\n");
	machine_style(MACHINE_PLAIN);
	details(&page);
}

void threads_page(const struct threads_plan *plan,
		  const struct threads_results *results)
{
	print("A task: %u decimals of pi; %u cores; a sleep in %u steps\n",
	      plan->decimals, plan->cores, THREADS_STEPS);
	part(results, THREADS_PURE, "Tasks that only compute");
	part(results, THREADS_SLEEPING, "Tasks that sleep after each step");
}
