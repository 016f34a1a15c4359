/* SPDX-License-Identifier: MIT */
/* Cases of a file of text. */
#include "tests/unit/cases.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/machine.h"

#define LINE_MOST 4096u
#define NAMES 64
#define NAME_MOST 24
#define ARGUMENTS 8
#define SECONDS_PER_CASE 20

/* ---- names ------------------------------------------------------------- */

static struct { char name[NAME_MOST], *text; } name[NAMES];
static unsigned names;

static void define(const char *of, const char *text)
{
	if (names == NAMES)
		abort();
	strcpy(name[names].name, of);
	name[names++].text = strdup(text);
}

static const char *text_of(const char *of)
{
	for (unsigned i = 0; i < names; i++)
		if (!strcmp(name[i].name, of))
			return name[i].text;
	fprintf(stderr, "no such name: %s\n", of);
	abort();
}

static char *expand(char *to, const char *text, char *const *argument);

/* NAME ARGUMENT, ARGUMENT */
static char *expand_name(char *to, const char *text, size_t length,
			 char *const *outer)
{
	char inner[LINE_MOST], *argument[ARGUMENTS], *rest;

	memcpy(inner, text, length);
	inner[length] = 0;
	expand(inner, strdup(inner), outer);
	rest = strchr(inner, ' ');
	if (rest)
		*rest++ = 0;
	for (unsigned i = 0; i < ARGUMENTS; i++) {
		char *end = rest ? strstr(rest, ", ") : NULL;

		argument[i] = rest ? rest : "";
		if (end)
			*end = 0;
		rest = end ? end + 2 : NULL;
	}
	return expand(to, text_of(inner), argument);
}

/* Returns where it ends. */
static char *expand(char *to, const char *text, char *const *argument)
{
	for (; *text; text++) {
		if (*text == '$') {
			to = stpcpy(to, argument[*++text - '1']);
		} else if (*text == '{') {
			const char *from = text + 1;

			for (unsigned depth = 1; depth;) {
				text++;
				depth += (*text == '{') - (*text == '}');
			}
			to = expand_name(to, from, (size_t)(text - from),
					 argument);
		} else {
			*to++ = *text;
		}
	}
	*to = 0;
	return to;
}

/* ---- what is said ------------------------------------------------------ */

static char said[LINE_MOST];
static void (*looks)(void);

void say(const char *format, ...)
{
	size_t length = strlen(said);
	va_list args;

	va_start(args, format);
	vsnprintf(said + length, sizeof(said) - length, format, args);
	va_end(args);
}

void say_warnings(void)
{
	const char *code, *text;

	for (unsigned i = 0; machine_warning(i, &code, &text); i++)
		say(", %s: %s", code, text);
}

static void look_again(void)
{
	said[0] = 0;
	looks();
}

/* ---- cases ------------------------------------------------------------- */

static bool holds(const char *what, const char *memory, const char *wanted)
{
	char text[LINE_MOST];
	bool held;

	alarm(SECONDS_PER_CASE);
	expand(text, memory, NULL);
	firmware_write(text);
	look_again();
	expand(text, wanted, NULL);
	held = check_text(__FILE__, __LINE__, what, said, text);
	firmware_damage(look_again);
	fflush(NULL);
	return held;
}

/* WHAT | MEMORY | SAYS */
static void look_at(char *line)
{
	char *memory = strstr(line, " | "), *wanted;
	int status = -1;
	pid_t child;

	wanted = memory ? strstr(memory + 3, " |") : NULL;
	if (!wanted) {
		CHECK_TEXT(line, "a case");
		return;
	}
	*memory = *wanted = 0;
	fflush(NULL);
	child = fork();
	if (!child)
		_exit(!holds(line, memory + 3, wanted + 2 + (wanted[2] == ' ')));
	waitpid(child, &status, 0);
	check_equal(__FILE__, __LINE__, line, (uint64_t)status, 0);
}

/* With what goes on in the next one; where that ends. */
static const char *read_line(char *line, const char *from)
{
	do {
		size_t length = strcspn(from, "\n");

		memcpy(line, from, length);
		line += length;
		*line++ = ' ';
		from += length + (from[length] != 0);
	} while (*from == '\t' && from++);
	line[-1] = 0;
	return from;
}

void look_at_cases(const char *cases, const char *test, void (*look)(void))
{
	char line[LINE_MOST], of[NAME_MOST];
	bool is_of_test = false;
	unsigned count = 0;

	looks = look;
	while (*cases) {
		int text = 0;

		cases = read_line(line, cases);
		if (sscanf(line, "%23[A-Z0-9_] = %n", of, &text) == 1 && text)
			define(of, line + text);
		else if (!strncmp(line, "== ", 3))
			is_of_test = !strcmp(line + 3, test);
		else if (is_of_test && *line && *line != '#') {
			look_at(line);
			count++;
		}
	}
	CHECK(count);
}
