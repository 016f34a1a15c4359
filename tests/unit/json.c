/* SPDX-License-Identifier: MIT */
#include "tests/unit/json.h"

#include <regex.h>
#include <stdlib.h>

/* Printable ASCII less '"' and '\', or an escape. */
#define STRING "\"([] !#-[^-~]|\\\\([\"\\/bfnrt]|u[0-9a-fA-F]{4}))*\""
#define NUMBER "-?(0|[1-9][0-9]*)(\\.[0-9]+)?"

static const char *at;

static bool take(char c)
{
	if (*at != c)
		return false;
	at++;
	return true;
}

/* What begins here and is of this form. */
static bool take_form(regex_t *form)
{
	regmatch_t match;

	if (regexec(form, at, 1, &match, 0))
		return false;
	at += match.rm_eo;
	return true;
}

static regex_t string, scalar;

static bool take_value(void);

static bool take_group(char end, bool has_keys)
{
	if (take(end))
		return true;
	do
		if ((has_keys && !(take_form(&string) && take(':'))) ||
		    !take_value())
			return false;
	while (take(','));
	return take(end);
}

static bool take_value(void)
{
	return take('{') ? take_group('}', true) :
	       take('[') ? take_group(']', false) : take_form(&scalar);
}

bool json_is_object(const char *text)
{
	if (!string.re_nsub &&
	    (regcomp(&string, "^" STRING, REG_EXTENDED) ||
	     regcomp(&scalar, "^(" STRING "|" NUMBER "|true|false|null)",
		     REG_EXTENDED)))
		abort();
	at = text;
	return *at == '{' && take_value() &&
	       (!*at || (*at == '\n' && !at[1]));
}
