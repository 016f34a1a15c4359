/* SPDX-License-Identifier: MIT */
#include "bench/samples/core_types.h"

#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/string.h"

#define TEXT_MAX 200u /* bytes: what is longer ends in the last whole range */

static const char *type_of(unsigned core)
{
	const struct machine_core_info *info = machine_core_info(core);

	return info && info->type ? info->type : "unknown";
}

static bool alike(unsigned one, unsigned other)
{
	return !strcmp(type_of(one), type_of(other));
}

unsigned core_types_next(unsigned cores, unsigned after)
{
	for (unsigned core = after + 1; core < cores; core++) {
		unsigned first = 0;

		while (!alike(first, core))
			first++;
		if (first == core)
			return core;
	}
	return 0;
}

const struct variant *core_types_row(struct core_types_row *room,
				     const struct variant *variant,
				     unsigned core)
{
	unsigned n = 0;

	room->variant = *variant;
	for (; n < CORE_TYPES_PARAMS && variant->params &&
	     variant->params[n].name; n++)
		room->params[n] = variant->params[n];
	room->params[n] = (struct param){ "core", core };
	room->params[n + 1] = (struct param){ 0 };
	room->variant.params = room->params;
	room->variant.core = core;
	return &room->variant;
}

/* "0 to 7 performance, 8 to 15 efficiency" */
static void list(char text[TEXT_MAX], unsigned cores)
{
	char *at = text;

	for (unsigned first = 0, last; first < cores; first = last + 1) {
		for (last = first; last + 1 < cores && alike(last + 1, first);)
			last++;
		if (TEXT_MAX - (size_t)(at - text) < TEXT_MAX / 4)
			break;
		format(at, TEXT_MAX - (size_t)(at - text), "%s%u to %u %s",
		       first ? ", " : "", first, last, type_of(first));
		at += strlen(at);
	}
}

void core_types_warn(unsigned cores)
{
	char text[TEXT_MAX];

	if (!core_types_next(cores, 0))
		return;
	list(text, cores);
	log_warning("core_types", "cores of unlike type (%s): a row of one core "
		    "is of core 0, unless it names another; rows of more cores "
		    "mix them", text);
}
