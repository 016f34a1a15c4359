/* SPDX-License-Identifier: MIT */
/* hosted/facts/trust_label.c: a clean Linux makes no emulator trustworthy. */
#include <string.h>

#include "hosted/facts/trust_label.h"
#include "tests/unit/test.h"

TEST(hosted_label_by_what_lies_beneath)
{
	CHECK_TEXT(hosted_label("metal"), "linux");
	CHECK_TEXT(hosted_label("kvm"), "linux-vm");
	CHECK_TEXT(hosted_label("hyper-v"), "linux-vm");
	CHECK_TEXT(hosted_label("tcg"), "tcg");
	CHECK_TEXT(hosted_label("tcg-icount"), "tcg-icount");
	CHECK_TEXT(hosted_label("kvm-emulated"), "kvm-emulated");
	CHECK_TEXT(hosted_label("bochs"), "bochs");
	CHECK_TEXT(hosted_label("emulator"), "emulator");
	CHECK_TEXT(hosted_label("unknown"), "unknown");
}
