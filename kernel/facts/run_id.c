/* SPDX-License-Identifier: MIT */
/* The bare machine's run id: docs/log-format.md says what it is made of. */
#include "kernel/common/fnv1a.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

/* Date and time as the registers hold them; a torn read does no harm here. */
static uint64_t add_date(uint64_t hash)
{
	for (uint8_t reg = 0; reg < RTC_REGISTERS; reg++) {
		uint8_t value;

		outb(RTC_INDEX, reg);
		value = inb(RTC_DATA);
		hash = fnv1a(hash, &value, sizeof(value));
	}
	return hash;
}

/*
 * Under -icount two runs are to be equal byte by byte: neither clock counts.
 * A panic before the facts are known has the time stamp alone.
 */
static uint64_t make_run_id(void)
{
	const struct machine_facts *facts = machine_facts();
	bool counted = facts->trust && !strcmp(facts->trust, "tcg-icount");
	uint64_t stamp = tsc_read(), hash = FNV1A_START;

	hash = fnv1a(hash, &facts->image_crc, sizeof(facts->image_crc));
	if (facts->command_line)
		hash = fnv1a(hash, facts->command_line,
			     strlen(facts->command_line));
	if (counted)
		return hash;
	hash = fnv1a(hash, &stamp, sizeof(stamp));
	return facts->trust ? add_date(hash) : hash;
}

uint64_t machine_run_id(void)
{
	static uint64_t id;

	if (!id)
		id = make_run_id();
	return id;
}
