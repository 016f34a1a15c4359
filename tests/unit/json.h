/* SPDX-License-Identifier: MIT */
/* Just enough JSON to say whether a line is an object by the grammar. */
#ifndef TESTS_UNIT_JSON_H
#define TESTS_UNIT_JSON_H

#include <stdbool.h>

/* One object that fills the text up to its NUL or line feed. RFC 8259. */
bool json_is_object(const char *text);

#endif
