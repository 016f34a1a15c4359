/* SPDX-License-Identifier: MIT */
#include "bench/text.h"

#include "kernel/format.h"

char *text_number(char buffer[TEXT_NUMBER_MAX], int64_t thousandths)
{
	static const struct { uint64_t unit; char letter; } scale[] = {
		{ 1000ull * 1000, 'k' }, { 1000ull * 1000 * 1000, 'M' },
		{ 1000ull * 1000 * 1000 * 1000, 'G' },
		{ 1000ull * 1000 * 1000 * 1000 * 1000, 'T' },
	};
	uint64_t v = (uint64_t)thousandths, unit;
	unsigned s = 0;

	if (thousandths == TEXT_NULL)
		format(buffer, TEXT_NUMBER_MAX, "-");
	else if (thousandths < 0)
		format(buffer, TEXT_NUMBER_MAX, "%ld", thousandths / 1000);
	else if (v < 10000)
		format(buffer, TEXT_NUMBER_MAX, "%lu.%02lu", v / 1000,
		       v % 1000 / 10);
	else if (v < 1000000)
		format(buffer, TEXT_NUMBER_MAX, "%lu.%lu", v / 1000,
		       v % 1000 / 100);
	else if (v < 100000000)
		format(buffer, TEXT_NUMBER_MAX, "%lu", v / 1000);
	else {
		while (s < 3 && v >= scale[s].unit * 1000)
			s++;
		unit = scale[s].unit;
		if (v < unit * 10)
			format(buffer, TEXT_NUMBER_MAX, "%lu.%lu%c", v / unit,
			       v % unit * 10 / unit, scale[s].letter);
		else
			format(buffer, TEXT_NUMBER_MAX, "%lu%c", v / unit,
			       scale[s].letter);
	}
	return buffer;
}
