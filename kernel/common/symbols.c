/* SPDX-License-Identifier: MIT */
#include "kernel/common/symbols.h"

#include "kernel/format.h"
#include "kernel/recall.h"
#include "kernel/string.h"

/* A program may be linked without them, as it is the first time. */
extern const struct symbols symbols __attribute__((weak));

const char *symbol_find(const struct symbols *of, uint64_t address,
			uint64_t *offset)
{
	const char *name = of->name, *found = "";
	uint64_t start = of->base;

	for (uint32_t i = 0; i < of->count; i++) {
		start += of->step[i];
		if (start > address)
			break;
		found = name;
		*offset = address - start;
		name += strlen(name) + 1;
	}
	return *found ? found : NULL;
}

bool machine_function(char *text, size_t size, uint64_t address)
{
	uint64_t offset = 0;
	const char *of = &symbols ? symbol_find(&symbols, address, &offset)
				  : NULL;

	if (of)
		format(text, size, "%s + %lu", of, offset);
	return of;
}

void machine_place(char *text, size_t size, uint64_t address)
{
	char function[MACHINE_PLACE];

	if (machine_function(function, sizeof(function), address))
		format(text, size, "%016lx, %s", address, function);
	else
		format(text, size, "%016lx", address);
}
