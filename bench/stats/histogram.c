/* SPDX-License-Identifier: MIT */
#include "bench/stats/histogram.h"

uint64_t histogram_lower_end(unsigned bits, unsigned index)
{
	unsigned shift;

	if (index < 2u << bits)
		return index;
	shift = (index >> bits) - 1;
	return (uint64_t)(index - (shift << bits)) << shift;
}

uint64_t histogram_lower(uint64_t value)
{
	return histogram_lower_end(HISTOGRAM_BITS,
				   histogram_index(HISTOGRAM_BITS, value));
}

static uint64_t bin_of(int64_t sample)
{
	return histogram_lower(sample < 0 ? 0 : (uint64_t)sample);
}

struct histogram_bin histogram_next(const int64_t *sorted, size_t n,
				    size_t *at)
{
	struct histogram_bin bin = { 0 };

	if (*at == n)
		return bin;
	bin.lower = bin_of(sorted[*at]);
	while (*at < n && bin_of(sorted[*at]) == bin.lower) {
		bin.count++;
		++*at;
	}
	return bin;
}

void histogram_init(struct histogram *h, unsigned bits, uint32_t *count)
{
	*h = (struct histogram){ .bits = bits, .min = UINT64_MAX,
				 .count = count };
}

struct histogram_bin histogram_next_bin(const struct histogram *h,
					unsigned *index)
{
	while (*index < HISTOGRAM_BINS(h->bits)) {
		unsigned i = (*index)++;

		if (h->count[i])
			return (struct histogram_bin){
				.lower = histogram_lower_end(h->bits, i),
				.count = h->count[i] };
	}
	return (struct histogram_bin){ 0 };
}

uint64_t histogram_percentile(const struct histogram *h, unsigned per_10000)
{
	uint64_t rank = (h->n * per_10000 + 9999) / 10000, seen = 0;
	struct histogram_bin bin;
	unsigned index = 0;

	if (!h->n || per_10000 >= 10000)
		return h->max;
	do {
		bin = histogram_next_bin(h, &index);
		seen += bin.count;
	} while (seen < rank);
	return bin.lower < h->min ? h->min : bin.lower;
}
