/* SPDX-License-Identifier: MIT */
/* Adds up integers: all cores can work, the memory may not follow. */
#include "bench/bench.h"
#include "bench/experiments/workloads/workloads.h"

static struct {
	uint64_t *value;
	uint32_t n;
	uint64_t sum; /* atomic */
} add;

static bool add_prepare(uint32_t items)
{
	add.n = items;
	add.value = bench_scratch((size_t)items * sizeof(*add.value));
	for (uint32_t i = 0; add.value && i < items; i++)
		add.value[i] = i;
	return add.value;
}

static void add_reset(void)
{
	add.sum = 0;
}

__attribute__((noinline)) static uint64_t sum_of(const uint64_t *value,
						 const uint64_t *end)
{
	uint64_t sum = 0;

	while (value < end)
		sum += *value++;
	return sum;
}

static void add_alone(void)
{
	add.sum = sum_of(add.value, add.value + add.n);
}

static void add_part(unsigned worker, unsigned workers)
{
	uint64_t from = (uint64_t)add.n * worker / workers;
	uint64_t to = (uint64_t)add.n * (worker + 1) / workers;

	atomic_add_relaxed(&add.sum, sum_of(add.value + from, add.value + to));
}

static bool add_right(void)
{
	return add.sum == (uint64_t)add.n * (add.n - 1) / 2;
}

const struct workload workload_add = {
	.name = "add", .summary = "add up a list of integers",
	.per = "integer", .items = 10000000,
	.items_quick = 1000000, .items_least = 1000, .prepare = add_prepare,
	.reset = add_reset, .alone = add_alone, .part = add_part,
	.right = add_right,
};
