/* SPDX-License-Identifier: MIT */
/* hosted/cpu/step.c: whose traps it takes. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/machine.h"
#include "tests/unit/test.h"

static unsigned steps;

static void body(void *arg)
{
	(void)arg;
}

static bool count(const uint8_t *instruction)
{
	(void)instruction;
	steps++;
	return true;
}

/* As an assertion's or a debugger's does: nobody has taken it over for good. */
TEST(step_trap_of_nobody_ends_the_program)
{
	pid_t child = fork();
	int status;

	if (!child) {
		alarm(5); /* it does not wait for ever */
		machine_step(body, NULL, count);
		raise(SIGTRAP);
		_exit(0);
	}
	CHECK_EQUAL(waitpid(child, &status, 0), child);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTRAP);
}

TEST(step_stands_before_instructions_of_the_body_alone)
{
	unsigned taken;

	machine_step(body, NULL, count);
	taken = steps;
	CHECK(taken > 0);
	body(NULL);
	CHECK_EQUAL(steps, taken);
}
