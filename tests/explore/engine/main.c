/* SPDX-License-Identifier: MIT */
/*
 * usage: explore [--program NAME] [--model sc|tso|c11] [--bound N|all]
 *                [--most N] [--flush anywhere] [--mutate OPERATOR:FILE:LINE]
 *                [--reached]
 *        explore --replay NAME:MODEL:STEPS
 *        explore user [--model ...] [--bound ...]
 *        explore --list
 *
 * user: the programs of the locks and queues of the file that it was built
 * with, make build/user/explore USER=path/mine.c. Without --bound each program
 * has its own, that of the core tests, or --most if that is less. --mutate is
 * told in mutate.c; --reached prints the accesses that were made. The status is
 * 0 if every verdict is as expected.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/explore/engine/model.h"

/* The section that EXPLORE_PROGRAM() fills. */
extern const struct explore_program *const __start_explore_programs[];
extern const struct explore_program *const __stop_explore_programs[];

/* What is asked for; those with a value, then those without. */
enum { PROGRAM, MODEL, BOUND, MOST, MUTATE, REPLAY, FLUSH, VALUES,
       LIST = VALUES, REACHED, USER, WORDS };

static const char *const words[WORDS] = {
	"--program", "--model", "--bound", "--most", "--mutate", "--replay",
	"--flush", "--list", "--reached", "user",
};
static const char *given[WORDS]; /* its value, or the word itself */

static const char *const models[] = { "sc", "tso", "c11" };

static _Noreturn void usage(void)
{
	fprintf(stderr, "usage: explore [user] [--program NAME] [--model sc|tso|c11]"
		" [--bound N|all] [--most N]\n"
		"               [--flush anywhere]"
		" [--mutate OPERATOR:FILE:LINE] [--reached]\n"
		"       explore --replay NAME:MODEL:STEPS | --list\n");
	exit(2);
}

static void parse(int count, char **argv)
{
	for (int i = 1; i < count; i++) {
		unsigned word = 0;

		while (word < WORDS && strcmp(argv[i], words[word]))
			word++;
		if (word == WORDS || (word < VALUES && i + 1 == count))
			usage();
		given[word] = argv[word < VALUES ? ++i : i];
	}
}

/* Program i of all, those of the user's file last; NULL: there are fewer. */
static const struct explore_program *program(size_t i)
{
	size_t own = (size_t)(__stop_explore_programs -
			      __start_explore_programs), more;
	const struct explore_program *user = user_programs(&more);

	return i < own ? __start_explore_programs[i]
	       : i - own < more ? &user[i - own] : NULL;
}

static const struct explore_program *find(const char *name, size_t length)
{
	const struct explore_program *p;

	for (size_t i = 0; (p = program(i)); i++)
		if (strlen(p->name) == length && !memcmp(p->name, name, length))
			return p;
	fprintf(stderr, "explore: no program is called that; see --list\n");
	exit(2);
}

static bool replay(const char *text)
{
	size_t length = strcspn(text, ":");
	const struct explore_program *program = find(text, length);

	for (unsigned m = 0; m < EXPLORE_MODELS; m++) {
		size_t name = strlen(models[m]);
		const char *model = text + length + 1;
		if (text[length] && !strncmp(model, models[m], name) &&
		    model[name] == ':')
			return explore_replay(program, m, model + name + 1);
	}
	usage();
}

static unsigned number(const char *text)
{
	return strcmp(text, "all") ? strtoul(text, 0, 10) : EXPLORE_UNBOUNDED;
}

static bool explore(const struct explore_program *program)
{
	bool good = true;

	mutate_forget_reached();
	for (unsigned m = 0; m < EXPLORE_MODELS; m++) {
		unsigned bound = given[BOUND] ? number(given[BOUND])
					      : program->bound[m];
		if ((given[MODEL] && strcmp(given[MODEL], models[m])) ||
		    (!given[BOUND] && bound == EXPLORE_NEVER))
			continue;
		if (given[MOST] && number(given[MOST]) < bound)
			bound = number(given[MOST]);
		good &= explore_program(program, m, bound);
		fflush(stdout);
	}
	if (given[REACHED])
		mutate_print_reached(program->name);
	return good;
}

int main(int count, char **argv)
{
	const struct explore_program *p;
	bool good = true;
	size_t users;

	parse(count, argv);
	flush_anywhere = given[FLUSH] && !strcmp(given[FLUSH], "anywhere");
	if (given[MUTATE] && !mutate_parse(given[MUTATE]))
		usage();
	if (given[REPLAY])
		return !replay(given[REPLAY]);
	user_programs(&users);
	if (given[USER] && !users) {
		fprintf(stderr, "explore: no lock or queue of yours is in it:"
			" make build/user/explore USER=path/mine.c, a file"
			" with LOCK() or QUEUE()\n");
		return 2;
	}
	for (size_t i = 0; (p = program(i)); i++) {
		if (given[USER] && !p->kind)
			continue;
		if (given[LIST])
			printf("%s\n", p->name);
		else if (!given[PROGRAM] || !strcmp(p->name, given[PROGRAM]))
			good &= explore(p);
	}
	if (given[PROGRAM])
		find(given[PROGRAM], strlen(given[PROGRAM]));
	return !good;
}
