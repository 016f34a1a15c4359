/* SPDX-License-Identifier: MIT */
/* On banks that we give it. */
#include "kernel/x86/machine_check.h"

#include <string.h>

#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

#define BANKS 10u

static uint64_t bank[BANKS][4]; /* control, status, address, misc */

static uint64_t read_bank(uint32_t msr)
{
	uint32_t at = msr - (MSR_IA32_MC0_STATUS - 1);

	if (msr == MSR_IA32_MCG_CAP)
		return 1u << 24 | BANKS;
	CHECK(at < sizeof(bank) / sizeof(bank[0][0]));
	return bank[at / IA32_MC_STRIDE][at % IA32_MC_STRIDE];
}

static char text[200];

static const char *told(bool has_banks)
{
	const struct fake_leaf features = { CPUID_FEATURES, 0, {
		.edx = has_banks ? CPUID_1_EDX_MCA : 0 } };

	fake_insn.read_msr = read_bank;
	fake_cpu(false, &features, sizeof(features));
	machine_check_tell(text, sizeof(text));
	return text;
}

TEST(machine_check_names_bank_status_and_what_is_valid)
{
	bank[9][1] = 0xBD00000000000005;
	bank[9][2] = 0x1234;
	bank[9][3] = 0x8C;
	CHECK_TEXT(told(true), ", bank 9: status bd00000000000005, address "
		   "1234, misc 8c");
	bank[9][1] = 0xB900000000000005; /* no address */
	CHECK_TEXT(told(true), ", bank 9: status b900000000000005, misc 8c");
	bank[9][1] = 0xB500000000000005; /* no misc */
	CHECK_TEXT(told(true), ", bank 9: status b500000000000005, address "
		   "1234");
	bank[0][1] = 1ull << 63;
	bank[3][1] = 1; /* of an error long ago */
	CHECK_TEXT(told(true), ", bank 0: status 8000000000000000, bank 9: "
		   "status b500000000000005, address 1234");
}

TEST(machine_check_without_an_error_or_banks_says_nothing)
{
	CHECK_TEXT(told(true), "");
	bank[9][1] = 1ull << 63;
	CHECK_TEXT(told(false), ""); /* to read them would fault */
}

TEST(machine_check_of_many_banks_is_cut)
{
	for (unsigned i = 0; i < BANKS; i++)
		for (unsigned k = 1; k < 4; k++)
			bank[i][k] = UINT64_MAX;
	CHECK_EQUAL(strlen(told(true)), sizeof(text) - 1);
}
