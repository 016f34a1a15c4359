/* SPDX-License-Identifier: MIT */
#include "kernel/codes/qr_penalty.h"

#include "kernel/minmax.h"

#define RUN 5u          /* so many alike in a line are too many */
#define RUN_PENALTY 3u  /* and one for each further module */
#define BLOCK_PENALTY 3u
#define FINDER_PENALTY 40u
#define BALANCE_PENALTY 10u /* for each 5 % away from half */

/* Dark, light, three dark, light, dark, and four light before or behind. */
#define FINDER_BITS 11u
#define FINDER_BEFORE 0x05Du
#define FINDER_BEHIND 0x5D0u

static bool module_of(const struct qr *qr, unsigned line, unsigned at,
		      bool column)
{
	return column ? qr_dark(qr, line, at) : qr_dark(qr, at, line);
}

static unsigned penalty_of_line(const struct qr *qr, unsigned line, bool column)
{
	unsigned penalty = 0, run = 0, recent = 0;

	for (unsigned at = 0; at < QR_SIDE; at++) {
		bool dark = module_of(qr, line, at, column);

		run = at && dark == (recent & 1) ? run + 1 : 1;
		penalty += run == RUN ? RUN_PENALTY : run > RUN;
		recent = (recent << 1 | dark) & ((1u << FINDER_BITS) - 1);
		if (at + 1 >= FINDER_BITS && (recent == FINDER_BEFORE ||
					      recent == FINDER_BEHIND))
			penalty += FINDER_PENALTY;
	}
	return penalty;
}

static unsigned penalty_of_blocks(const struct qr *qr)
{
	unsigned blocks = 0;

	for (unsigned y = 0; y + 1 < QR_SIDE; y++)
		for (unsigned x = 0; x + 1 < QR_SIDE; x++) {
			bool dark = qr_dark(qr, x, y);

			blocks += dark == qr_dark(qr, x + 1, y) &&
				  dark == qr_dark(qr, x, y + 1) &&
				  dark == qr_dark(qr, x + 1, y + 1);
		}
	return blocks * BLOCK_PENALTY;
}

static unsigned penalty_of_balance(const struct qr *qr)
{
	unsigned dark = 0;

	for (unsigned y = 0; y < QR_SIDE; y++)
		for (unsigned x = 0; x < QR_SIDE; x++)
			dark += qr_dark(qr, x, y);
	return (unsigned)apart_u64(20 * dark, 10 * QR_SIDE * QR_SIDE) /
	       (QR_SIDE * QR_SIDE) * BALANCE_PENALTY;
}

unsigned qr_penalty(const struct qr *qr)
{
	unsigned penalty = penalty_of_blocks(qr) + penalty_of_balance(qr);

	for (unsigned line = 0; line < QR_SIDE; line++)
		penalty += penalty_of_line(qr, line, false) +
			   penalty_of_line(qr, line, true);
	return penalty;
}
