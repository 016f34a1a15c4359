/* SPDX-License-Identifier: MIT */
/* Processor time that Linux grants our control group, in a container or service. */
#ifndef HOSTED_CONDITIONS_QUOTA_H
#define HOSTED_CONDITIONS_QUOTA_H

#include <stdint.h>

struct quota {
	uint64_t used_us, period_us; /* of each period; period 0: no limit */
	uint64_t periods, throttled; /* up to now, and those it was stopped in */
};

/* As it is now; zeros where nothing tells. Any thread. */
struct quota quota_now(void);

#endif
