/* SPDX-License-Identifier: MIT */
/* bench/proof/spend.h, a tick a turn: others may come meanwhile, here, too. */
#ifndef BENCH_PROOF_SPEND_H
#define BENCH_PROOF_SPEND_H

#include <stdint.h>

#include "tests/machine/machine.h"

static inline void spend(uint32_t turns)
{
	counted_spend(turns);
}

#endif
