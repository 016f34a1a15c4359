/* SPDX-License-Identifier: MIT */
/* hosted/stop.c: who panics waits for a line that is being written, not for
 * ever, and says what was wrong. By the test's clock. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "hosted/output.h"
#include "hosted/stop.h"
#include "kernel/atomic.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define PAUSE 1000000u /* ticks; 1 ms */

static uint64_t now;
static unsigned busy, pauses, seized, ends, offered;
static jmp_buf left;

static void pause_once(void)
{
	now += PAUSE;
	pauses++;
	busy -= busy != 0;
}

static _Noreturn void leave(int status)
{
	longjmp(left, 100 + status);
}

#define tsc_read() now
#define cpu_relax pause_once
#define log_busy() (busy != 0)
#define log_seize() (seized++)
#define output_end() (void)ends++
#define _exit leave
#define machine_note note_apart
#define machine_stop stop_apart
#define machine_panic panic_apart
#include "hosted/stop.c"

TEST(stop_waits_for_the_line_that_is_being_written)
{
	busy = 3;
	become_reporter();
	CHECK(pauses == 3 && !seized);
}

TEST(stop_takes_the_log_over_after_10_ms)
{
	busy = 1000;
	become_reporter();
	CHECK(pauses == 10 && seized == 1);
}

/* ---- what is said ------------------------------------------------------ */

static void check_said(const char *fields)
{
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[0], fields));
	CHECK(strstr(fake.record[1], "\"record\":\"end\",\"status\":"
		     "\"failed\",\"records\":2,"));
	CHECK_EQUAL(fake.styled[MACHINE_BAD], 1);
	CHECK_EQUAL(ends, 1);
}

static void offer(const char *why, uint64_t address, uint64_t stack)
{
	CHECK(why && address == 0x5678 && stack == 0x9ABC);
	offered++;
}

TEST(stop_by_a_fault_says_which_and_where)
{
	siginfo_t info = { .si_addr = (void *)0x1234 };
	ucontext_t at = { .uc_mcontext.gregs = { [REG_RIP] = 0x5678,
						 [REG_RSP] = 0x9ABC } };
	int status = setjmp(left);

	stop_catch_faults(offer);
	if (!status)
		on_fault(SIGSEGV, &info, &at);
	CHECK_EQUAL(status, 101);
	CHECK_EQUAL(offered, 1); /* it may be the user's */
	check_said("\"vector\":11,\"error\":null,"
		   "\"rip\":\"0000000000005678\",\"function\":null,"
		   "\"registers\":{},"
		   "\"experiment\":\"\",\"variant\":\"\",\"text\":\"signal 11 "
		   "(Segmentation fault) at address 0x");
	CHECK(strstr(fake.record[0], "1234\",\"crc\""));
}

/* ---- what is caught ---------------------------------------------------- */

static struct sigaction action_of(int signal)
{
	struct sigaction action;

	sigaction(signal, NULL, &action);
	return action;
}

TEST(stop_catches_faults_on_a_stack_of_its_own_and_the_user_s_end)
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE },
			 users[] = { SIGINT, SIGTERM, SIGHUP };
	stack_t stack;

	stop_catch_faults(offer);
	stop_catch_interrupts();
	for (unsigned i = 0; i < 4; i++) {
		CHECK(action_of(faults[i]).sa_sigaction == on_fault);
		CHECK(action_of(faults[i]).sa_flags & SA_ONSTACK);
	}
	for (unsigned i = 0; i < 3; i++) {
		CHECK(action_of(users[i]).sa_handler == on_interrupt);
		CHECK(action_of(users[i]).sa_flags & (int)SA_RESETHAND);
	}
	stop_prepare_thread(NULL);
	sigaltstack(NULL, &stack);
	CHECK(stack.ss_sp && !(stack.ss_flags & SS_DISABLE));
	CHECK_EQUAL(stack.ss_size, 65536);
	signal(SIGHUP, SIG_IGN);
	on_interrupt(SIGHUP); /* the screen is cleared first */
	CHECK_EQUAL(ends, 1);
}
