/* SPDX-License-Identifier: MIT */
#include "bench/config/order.h"

#include "kernel/string.h"

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
