/* SPDX-License-Identifier: MIT */
#include "kernel/common/warnings.h"

#include "kernel/format.h"
#include "kernel/machine.h"

#define KEPT 16
#define TEXT_MAX 160

static struct {
	const char *code;
	char text[TEXT_MAX];
} warning[KEPT];
static unsigned count, lost;

void warnings_add(const char *code, const char *text, ...)
{
	va_list args;

	if (count == KEPT) {
		warning[KEPT - 1].code = "warnings_lost";
		format(warning[KEPT - 1].text, TEXT_MAX,
		       "%u warnings of the boot did not fit", ++lost + 1);
		return;
	}
	va_start(args, text);
	format_v(warning[count].text, TEXT_MAX, text, args);
	va_end(args);
	warning[count++].code = code;
}

bool machine_warning(unsigned index, const char **code, const char **text)
{
	if (index >= count)
		return false;
	*code = warning[index].code;
	*text = warning[index].text;
	return true;
}
