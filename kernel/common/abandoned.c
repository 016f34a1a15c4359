/* SPDX-License-Identifier: MIT */
#include "kernel/common/jobs.h"

#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/recall.h"

/* The user's own functions (tools/build/user-files); none in most builds. */
extern const char __start_qc_user_text[] __attribute__((weak));
extern const char __stop_qc_user_text[] __attribute__((weak));

/* Bytes between a fault and the end, which for a core is home, near the top: half
 * of its stack, so that one that has run over is not read beyond its end. */
#define STACK_MOST 32768u

enum { NOBODY, SOMEBODY, ASKED };

static bool begun;     /* atomic */
static uint32_t asked; /* atomic */
static struct machine_abandoned facts;
static uint64_t left_at[MACHINE_MAX_CORES];

void abandon_begin(void)
{
	for (unsigned core = 0; core < machine_cores(); core++)
		left_at[core] = 0;
	atomic_store_relaxed(&asked, NOBODY);
	atomic_store_relaxed(&begun, true);
}

void abandon_end(void)
{
	atomic_store_relaxed(&begun, false);
	atomic_store_relaxed(&asked, NOBODY);
}

bool abandon_open(void)
{
	return atomic_load_relaxed(&begun);
}

static bool ask(const char *why, bool fault, unsigned core)
{
	uint32_t nobody = NOBODY;

	/* A1/R1: with itself; facts are one core's. */
	if (!abandon_open() ||
	    !atomic_cas_acq_rel(&asked, &nobody, SOMEBODY))
		return false;
	format(facts.why, sizeof(facts.why), "%s", why);
	facts.fault = fault;
	facts.core = core;
	atomic_store_release(&asked, ASKED); /* R2: pairs with A2 */
	return true;
}

bool abandon_ask(const char *why)
{
	return ask(why, false, 0);
}

bool abandon_asked(void)
{
	return atomic_load_acquire(&asked) == ASKED; /* A2: the facts are there */
}

void abandon_leave(unsigned core, uint64_t address)
{
	if (!left_at[core])
		left_at[core] = address;
}

bool abandon_ask_of_fault(const char *why, unsigned core, uint64_t address)
{
	abandon_leave(core, address);
	return ask(why, true, core);
}

static bool in_users(uint64_t address)
{
	return address >= (uint64_t)__start_qc_user_text &&
	       address < (uint64_t)__stop_qc_user_text;
}

bool abandon_users(uint64_t address, const char *code, const char *code_end)
{
	if (&__start_qc_user_text[0] == &__stop_qc_user_text[0])
		return false;
	return in_users(address) || address < (uint64_t)code ||
	       address >= (uint64_t)code_end;
}

bool abandon_called_by_users(uint64_t stack, uint64_t end)
{
	if (stack >= end || end - stack > STACK_MOST ||
	    stack % sizeof(uint64_t))
		return false;
	for (; stack < end; stack += sizeof(uint64_t))
		if (in_users(*(const uint64_t *)stack))
			return true;
	return false;
}

bool machine_abandoned_in_users(unsigned core)
{
	return in_users(left_at[core]);
}

const struct machine_abandoned *machine_abandoned(void)
{
	return &facts;
}

uint64_t machine_abandoned_at(unsigned core)
{
	return left_at[core];
}
