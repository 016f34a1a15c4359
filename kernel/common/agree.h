/* SPDX-License-Identifier: MIT */
/*
 * What several sources tell of the time stamp's frequency: who is believed.
 * Pure.
 */
#ifndef KERNEL_COMMON_AGREE_H
#define KERNEL_COMMON_AGREE_H

#include <stdbool.h>
#include <stdint.h>

/* Sources that are further apart contradict each other. */
#define SOURCES_AGREE_PPM 10000u

struct told {
	const char *source;
	uint64_t hz;          /* not 0 */
	uint32_t scatter_ppm; /* of its own readings; 0 for one that tells */
};

struct clock_result {
	uint64_t hz;             /* 0: no source answered, or no two agree */
	const char *source;      /* of hz; "none" */
	uint32_t spread_ppm;     /* between the best two sources; of one, the
				  * scatter of what it was watched for */
	bool spread_known;
	unsigned sources;        /* that answered */
	bool agreed;             /* two of them, within 1 % */
	const char *contradicts; /* one that is further off, NULL: none is; */
	const char *contradicted; /* from this one */
	const char *unsteady;    /* one that scattered too much to be believed:
				  * a loaded host; NULL: none */
};

/*
 * Of sources in the order of trust: the first that another one confirms, and
 * the spread between these two. A single one is believed. Where several are
 * there and no two agree, hz is 0. `unsteady` is left to the caller.
 */
struct clock_result clock_agree(const struct told *told, unsigned count);

/* How far b is from a, parts per million of a. */
uint32_t difference_ppm(uint64_t a, uint64_t b);

#endif
