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

#include "tests/explore/engine/program.h"
#include "tests/explore/engine/model.h"
#include "tests/explore/engine/user.h"

/* The section that EXPLORE_PROGRAM() fills. */
extern const struct explore_program *const __start_explore_programs[];
extern const struct explore_program *const __stop_explore_programs[];

struct request {
	const char *program, *model, *bound, *most, *replay, *flush, *mutate;
	bool list, user, reached;
};

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

static struct request parse(int count, char **words)
{
	struct request o = { 0 };

	for (int i = 1; i < count; i++) {
		const char **to = !strcmp(words[i], "--program") ? &o.program
				: !strcmp(words[i], "--model") ? &o.model
				: !strcmp(words[i], "--bound") ? &o.bound
				: !strcmp(words[i], "--most") ? &o.most
				: !strcmp(words[i], "--mutate") ? &o.mutate
				: !strcmp(words[i], "--replay") ? &o.replay
				: !strcmp(words[i], "--flush") ? &o.flush
				: NULL;
		if (!strcmp(words[i], "--list"))
			o.list = true;
		else if (!strcmp(words[i], "--reached"))
			o.reached = true;
		else if (!strcmp(words[i], "user"))
			o.user = true;
		else if (to && i + 1 < count)
			*to = words[++i];
		else
			usage();
	}
	return o;
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

static bool explore(const struct explore_program *program,
		    const struct request *o)
{
	bool good = true;

	mutate_forget_reached();
	for (unsigned m = 0; m < EXPLORE_MODELS; m++) {
		unsigned bound = program->bound[m];
		if ((o->model && strcmp(o->model, models[m])) ||
		    (!o->bound && bound == EXPLORE_NEVER))
			continue;
		if (o->bound)
			bound = !strcmp(o->bound, "all")
				? EXPLORE_UNBOUNDED : strtoul(o->bound, 0, 10);
		if (o->most && strtoul(o->most, 0, 10) < bound)
			bound = strtoul(o->most, 0, 10);
		good &= explore_program(program, m, bound);
		fflush(stdout);
	}
	if (o->reached)
		mutate_print_reached(program->name);
	return good;
}

int main(int count, char **words)
{
	struct request o = parse(count, words);
	const struct explore_program *p;
	bool good = true;
	size_t users;

	flush_anywhere = o.flush && !strcmp(o.flush, "anywhere");
	if (o.mutate && !mutate_parse(o.mutate))
		usage();
	if (o.replay)
		return !replay(o.replay);
	user_programs(&users);
	if (o.user && !users) {
		fprintf(stderr, "explore: no lock or queue of yours is in it:"
			" make build/user/explore USER=path/mine.c, a file"
			" with LOCK() or QUEUE()\n");
		return 2;
	}
	for (size_t i = 0; (p = program(i)); i++) {
		if (o.user && !p->kind)
			continue;
		if (o.list)
			printf("%s\n", p->name);
		else if (!o.program || !strcmp(p->name, o.program))
			good &= explore(p, &o);
	}
	if (o.program)
		find(o.program, strlen(o.program));
	return !good;
}
