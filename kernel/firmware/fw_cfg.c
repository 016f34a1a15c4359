/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/fw_cfg.h"

#include <stdint.h>

#include "kernel/string.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

#define FILES_MAX 256u /* more would be a device that lies */

struct fw_cfg_file { /* big-endian */
	uint8_t size[4], select[2], reserved[2];
	char name[56];
};

static void select_item(uint16_t key)
{
	outw(FW_CFG_SELECTOR, key);
}

static void read_bytes(void *buffer, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((uint8_t *)buffer)[i] = inb(FW_CFG_DATA);
}

static uint32_t big_endian(const uint8_t *bytes, unsigned count)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < count; i++)
		value = value << 8 | bytes[i];
	return value;
}

bool fw_cfg_present(void)
{
	char signature[4];

	select_item(FW_CFG_SIGNATURE);
	read_bytes(signature, sizeof(signature));
	return !memcmp(signature, "QEMU", sizeof(signature));
}

size_t fw_cfg_read(const char *name, char *buffer, size_t size)
{
	uint8_t count_bytes[4];
	struct fw_cfg_file file;

	if (!fw_cfg_present())
		return 0;
	select_item(FW_CFG_FILE_DIR);
	read_bytes(count_bytes, sizeof(count_bytes));
	uint32_t count = big_endian(count_bytes, sizeof(count_bytes));

	for (uint32_t i = 0; i < count && i < FILES_MAX; i++) {
		read_bytes(&file, sizeof(file));
		file.name[sizeof(file.name) - 1] = 0;
		if (strcmp(file.name, name))
			continue;
		size_t length = big_endian(file.size, sizeof(file.size));
		if (length >= size)
			length = size - 1;
		select_item((uint16_t)big_endian(file.select,
						 sizeof(file.select)));
		read_bytes(buffer, length);
		buffer[length] = 0;
		return length;
	}
	return 0;
}
