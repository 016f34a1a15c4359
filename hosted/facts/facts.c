/* SPDX-License-Identifier: MIT */
#include "hosted/facts/facts.h"

#include <stdio.h>
#include <string.h>

#include "hosted/cpu/cores.h"
#include "hosted/facts/hardware.h"
#include "kernel/common/crc32.h"
#include "kernel/common/trust.h"
#include "kernel/machine.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/vector.h"

/* By the linker: the program's code and what is read with it. */
extern char __executable_start[], etext[];

static struct trust_signs signs;
static struct machine_facts facts;

const struct machine_facts *machine_facts(void)
{
	return &facts;
}

void facts_look(void)
{
	trust_time_nops(&signs);
	cpu_hypervisor(signs.hypervisor);
}

void facts_collect(const char *command_line)
{
	struct vector_facts vector = vector_facts();
	static char brand[CPU_BRAND_SIZE], text[160];
	const char *label = hosted_label(trust_label(&signs));

	cpu_brand(brand);
	snprintf(text, sizeof(text), "hypervisor=%s nops: 2000=%llu "
		 "20000=%llu 40000=%llu cold=%llu", signs.hypervisor,
		 (unsigned long long)signs.nop_2000,
		 (unsigned long long)signs.nop_20000,
		 (unsigned long long)signs.nop_40000,
		 (unsigned long long)signs.nop_cold);
	facts = (struct machine_facts){
		.machine = "linux", .trust = label, .signs = text,
		.hypervisor = signs.hypervisor, .cpu = brand,
		.turbo = -1, .hwp = -1, .watchdog = "signal",
		.fxsave = vector.fxsave, .xsaveopt = vector.xsaveopt,
		.ymm = vector.ymm, .xsave_bytes = vector.xsave_bytes,
		.command_line = command_line,
		.image_crc = crc32(0, __executable_start,
				   (size_t)(etext - __executable_start)),
		.cores_asked = hosted_online(),
		.cores_listed = machine_cores(),
	};
	hardware_ask(&facts);
}
