/* SPDX-License-Identifier: MIT */
/* On a core whose registers the test gives, step by step. */
#include "kernel/x86/mtrr.h"

#include <string.h>

#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

#define PAIRS 10u
#define CACHE_OFF (X86_CR0_CD | X86_CR0_NW)

static uint64_t reg[0x300];
static char steps[100]; /* a letter each */

static void step(char letter)
{
	steps[strlen(steps)] = letter;
}

static uint64_t read_register(uint32_t msr)
{
	return msr == MSR_IA32_MTRRCAP ? PAIRS : reg[msr];
}

/* Ranges may change only while caches and all ranges are off. */
static void write_register(uint32_t msr, uint64_t value)
{
	reg[msr] = value;
	CHECK_EQUAL(fake_insn.cr0 & CACHE_OFF, X86_CR0_CD);
	if (msr == MSR_IA32_MTRR_DEF_TYPE)
		step(value ? 'E' : 'D');
	else if (CHECK_EQUAL(reg[MSR_IA32_MTRR_DEF_TYPE], 0) &&
		 steps[strlen(steps) - 1] != 'r')
		step('r');
}

static void set_cr0(uint64_t value)
{
	fake_insn.cr0 = value;
	step(value & X86_CR0_CD ? 'C' : 'c');
}

static void flush_caches(void)
{
	step('w');
}

static void flush_pages(uint64_t cr3)
{
	(void)cr3;
	step('t');
}

/* As firmware leaves them on the boot core. */
static void remember(bool has_mtrr)
{
	const struct fake_leaf features = { CPUID_FEATURES, 0, {
		.edx = has_mtrr ? CPUID_1_EDX_MTRR : 0 } };

	fake_cpu(false, &features, sizeof(features));
	reg[MSR_IA32_MTRR_DEF_TYPE] = 0xC06;
	reg[MSR_IA32_MTRR_FIX64K_00000] = 0x0606060606060606;
	reg[MSR_IA32_MTRR_PHYSBASE0] = 0xC0000000;
	reg[MSR_IA32_MTRR_PHYSBASE0 + 2 * PAIRS - 1] = 0x800;
	fake_insn = (struct fake_insn){
		.ask_cpu = fake_insn.ask_cpu, .read_msr = read_register,
		.write_msr = write_register, .cr0 = 0x80010033, .set_cr0 = set_cr0,
		.set_cr3 = flush_pages, .flush_caches = flush_caches };
	mtrr_remember_boot_core();
}

TEST(mtrr_of_a_like_core_are_left_alone)
{
	remember(true);
	reg[MSR_IA32_MTRR_PHYSBASE0 + 2 * PAIRS] = 1; /* is none of them */
	mtrr_match_boot_core();
	CHECK_TEXT(steps, "");
	CHECK_EQUAL(mtrr_differences(), 0);
}

TEST(mtrr_change_with_caches_and_ranges_off)
{
	static const uint32_t odd[] = {
		MSR_IA32_MTRR_DEF_TYPE, MSR_IA32_MTRR_FIX64K_00000,
		MSR_IA32_MTRR_FIX4K_C0000 + 7, MSR_IA32_MTRR_PHYSBASE0,
		MSR_IA32_MTRR_PHYSBASE0 + 2 * PAIRS - 1,
	};

	remember(true);
	EACH_ROW(i, odd) {
		uint64_t due = reg[odd[i]];

		reg[odd[i]] = 0xABC;
		memset(steps, 0, sizeof(steps));
		mtrr_match_boot_core();
		CHECK_TEXT(steps, "CwtDrEwtc");
		CHECK_EQUAL(reg[odd[i]], due);
		CHECK_EQUAL(fake_insn.cr0, 0x80010033);
		CHECK_EQUAL(mtrr_differences(), i + 1);
	}
}

TEST(mtrr_that_are_not_there_are_not_touched)
{
	remember(false);
	reg[MSR_IA32_MTRR_DEF_TYPE] = 0;
	mtrr_match_boot_core();
	CHECK_TEXT(steps, "");
}
