/* SPDX-License-Identifier: MIT */
#include "kernel/common/agree.h"

#include <stddef.h>

#define MILLION 1000000u

uint32_t difference_ppm(uint64_t a, uint64_t b)
{
	uint64_t ppm = (a > b ? a - b : b - a) * MILLION / a;

	return ppm > UINT32_MAX ? UINT32_MAX : (uint32_t)ppm;
}

static bool is_near(const struct told *a, const struct told *b)
{
	return difference_ppm(a->hz, b->hz) <= SOURCES_AGREE_PPM;
}

/* The first two that agree; false: no two do. */
static bool find_pair(const struct told *told, unsigned count, unsigned *first,
		      unsigned *second)
{
	for (*first = 0; *first < count; ++*first)
		for (*second = *first + 1; *second < count; ++*second)
			if (is_near(&told[*first], &told[*second]))
				return true;
	return false;
}

/* The first that tells another frequency than this one; NULL: none does. */
static const char *contradicts(const struct told *told, unsigned count,
			       const struct told *believed)
{
	for (unsigned i = 0; i < count; i++)
		if (!is_near(believed, &told[i]))
			return told[i].source;
	return NULL;
}

static struct clock_result of_one(const struct told *told)
{
	return (struct clock_result){
		.hz = told->hz, .source = told->source, .sources = 1,
		.spread_ppm = told->scatter_ppm,
		.spread_known = told->scatter_ppm != 0,
	};
}

struct clock_result clock_agree(const struct told *told, unsigned count)
{
	struct clock_result r = { .source = "none", .sources = count };
	unsigned first = 0, second = 1;

	if (!count)
		return r;
	if (count == 1)
		return of_one(told);
	r.agreed = find_pair(told, count, &first, &second);
	if (r.agreed) {
		r.hz = told[first].hz;
		r.source = told[first].source;
	} else {
		first = 0;
		second = 1;
	}
	r.contradicts = contradicts(told, count, &told[first]);
	r.contradicted = told[first].source;
	r.spread_ppm = difference_ppm(told[first].hz, told[second].hz);
	r.spread_known = true;
	return r;
}
