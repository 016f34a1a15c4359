/* SPDX-License-Identifier: MIT */
/*
 * Runs all tests, or those named on the command line; --first NAME...: up to
 * the first that fails. --list: the names of all; --quick: less the long ones.
 */
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/fake_machine.h"

#define SECONDS_PER_TEST 50

REGISTRY(qc_tests, const struct test);

static bool check_failed; /* in the process of this test */

static char row[128];

void test_row(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(row, sizeof(row), format, arguments);
	va_end(arguments);
}

bool test_row_of(unsigned number, unsigned rows)
{
	test_row("%u", number);
	if (number < rows)
		return true;
	row[0] = 0;
	return false;
}

bool test_row_called(const char *what)
{
	snprintf(row, sizeof(row), "%s", what ? what : "");
	return what;
}

static bool failed_at(const char *file, int line)
{
	check_failed = true;
	printf("%s:%d: ", file, line);
	if (row[0])
		printf("[%s] ", row);
	return false;
}

bool check_true(const char *file, int line, const char *text, bool value)
{
	if (value)
		return true;
	failed_at(file, line);
	printf("not so: %s\n", text);
	return false;
}

bool check_equal(const char *file, int line, const char *text,
		 uint64_t is, uint64_t wanted)
{
	if (is == wanted)
		return true;
	failed_at(file, line);
	printf("%s is %" PRIu64 " (0x%" PRIx64 "), wanted %" PRIu64
	       " (0x%" PRIx64 ")\n", text, is, is, wanted, wanted);
	return false;
}

bool check_text(const char *file, int line, const char *text,
		const char *is, const char *wanted)
{
	if (is == wanted || (is && wanted && !strcmp(is, wanted)))
		return true;
	failed_at(file, line);
	printf("%s is \"%s\", wanted \"%s\"\n", text, is ? is : "(null)",
	       wanted ? wanted : "(null)");
	return false;
}

/*
 * No leak check: the machine's memory is handed out for ever, by design, and
 * the checker stops the process with a tracer, which some sandboxes refuse.
 */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

/* In a child: a sanitizer that ends the process ends only this test. */
static bool run(const struct test *test)
{
	int status = 0;

	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		alarm(SECONDS_PER_TEST);
		fake_machine_enter(0);
		test->body();
		fflush(NULL);
		_exit(check_failed);
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("fork");
		return false;
	}
	if (WIFSIGNALED(status))
		printf("%s: ended by signal %d (%s)\n", test->name,
		       WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (status)
		printf("FAILED %s\n", test->name);
	return status == 0;
}

static const struct test *find(const char *name)
{
	REGISTRY_EACH(qc_tests, const struct test, entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

int main(int argc, char **argv)
{
	bool until_first = argc > 2 && !strcmp(argv[1], "--first");
	unsigned passed = 0, failed = 0;

	if (argc == 2 && argv[1][0] == '-') {
		bool quick = !strcmp(argv[1], "--quick");

		REGISTRY_EACH(qc_tests, const struct test, entry)
			if (!quick || !(*entry)->is_long)
				puts((*entry)->name);
		return 0;
	}
	for (int i = 1 + until_first; i < argc; i++) {
		if (until_first && failed)
			break;
		const struct test *test = find(argv[i]);
		bool ok = test && run(test);

		if (!test)
			printf("FAILED %s: there is no such test\n", argv[i]);
		passed += ok;
		failed += !ok;
	}
	if (argc == 1) {
		REGISTRY_EACH(qc_tests, const struct test, entry) {
			bool ok = run(*entry);

			passed += ok;
			failed += !ok;
		}
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}
