/* SPDX-License-Identifier: MIT */
#include "kernel/common/maker_text.h"

#include <string.h>

#include "tests/unit/test.h"

static char kept[MAKER_TEXT_SIZE];

TEST(maker_text_loses_the_blanks_around_it)
{
	CHECK_TEXT(maker_text(kept, "  Dell Inc.  "), "Dell Inc.");
	CHECK_TEXT(maker_text(kept, "HP"), "HP");
}

TEST(maker_text_is_cut)
{
	char long_text[80];

	memset(long_text, 'x', sizeof(long_text));
	long_text[79] = 0;
	CHECK_EQUAL(strlen(maker_text(kept, long_text)), 64);
	long_text[63] = ' '; /* no blank at its end by the cut */
	CHECK_EQUAL(strlen(maker_text(kept, long_text)), 63);
}

TEST(maker_text_placeholders_say_nothing)
{
	static const char *const nothing[] = {
		"", "   ", "...", "-", "To Be Filled By O.E.M.",
		"To be filled by O.E.M", "System Product Name",
		"System manufacturer", "Default string", "Not Specified",
		"N/A", "O.E.M.", " OEM ", "UNKNOWN", "None", "Default String",
	};
	static const char *const something[] = {
		"Standard PC (i440FX + PIIX, 1996)", "OEMagic", "0", "QEMU",
		"Unknown Worlds", "X", "System Product Name 2",
	};

	EACH_ROW(i, nothing)
		CHECK_TEXT(maker_text(kept, nothing[i]), NULL);
	EACH_ROW(i, something)
		CHECK_TEXT(maker_text(kept, something[i]), something[i]);
}

TEST(maker_firmware_joins_what_is_known)
{
	char text[20];

	CHECK_TEXT(maker_firmware(text, 20, "AMI", "1.2", "2021"),
		   "AMI 1.2 2021");
	CHECK_TEXT(maker_firmware(text, 20, NULL, "1.2", NULL), "1.2");
	CHECK_TEXT(maker_firmware(text, 20, "AMI", NULL, "2021"), "AMI 2021");
	CHECK_TEXT(maker_firmware(text, 20, NULL, NULL, NULL), NULL);
	CHECK_TEXT(maker_firmware(text, 8, "American", "Mega", "Trends"),
		   "America");
}
