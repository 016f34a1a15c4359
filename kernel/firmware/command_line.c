/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/command_line.h"

#include "kernel/firmware/fw_cfg.h"
#include "kernel/options.h"
#include "kernel/string.h"

#define FW_CFG_OPTIONS "opt/quietcore/cmdline"

/* The program complains of bad words: it can write them into the log. */
static void say_nothing(const char *word, const char *reason)
{
	(void)word;
	(void)reason;
}

void command_line_read(struct boot_info *boot)
{
	static char parsed[BOOT_COMMAND_MAX];
	size_t length = strlen(boot->command_line);

	if (length + 2 < sizeof(boot->command_line)) {
		boot->command_line[length] = ' ';
		if (!fw_cfg_read(FW_CFG_OPTIONS, boot->command_line + length + 1,
				 sizeof(boot->command_line) - length - 1))
			boot->command_line[length] = 0;
	}
	memcpy(parsed, boot->command_line, sizeof(parsed));
	options_parse(parsed, say_nothing);
}
