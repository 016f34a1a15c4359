/* SPDX-License-Identifier: MIT */
/*
 * The gap hunt: every core reads the time stamp back to back and counts what
 * interrupted it (SMIs, a hypervisor's steal, an emulator's other business).
 * The idea of hwlat and sysjitter, on all cores at once; where they take turns
 * on fewer real ones, on as many as do not.
 */
#ifndef BENCH_CONDITIONS_NOISE_H
#define BENCH_CONDITIONS_NOISE_H

#include <stdbool.h>
#include <stdint.h>

/* A pause between two reads that counts as a gap: a microsecond. */
#define NOISE_GAP_NS 1000u

struct noise {
	uint64_t watched;   /* ticks */
	uint64_t gaps;
	uint64_t lost;      /* ticks in gaps */
	uint64_t p9999;     /* of the time between two reads; within 1/16 */
	uint64_t max;       /* longest pause, gap or not */
	bool smi_known, clock_known, system_known, steal_known;
	uint64_t smi;       /* that came meanwhile */
	uint32_t clock;     /* real over nominal core clock, per mille */
	uint64_t switches;  /* times the system gave the core to others */
	uint64_t faults;    /* page faults */
	uint64_t steal_us;  /* taken by the hypervisor */
};

/* Watches each of the cores 0 .. cores - 1 for that long, so many at once, in
 * groups one after the other; of many groups each is watched shorter, for 1 ms
 * at least. Core 0, outside any run. */
void noise_watch(unsigned cores, unsigned at_once, uint64_t microseconds);

/* What the last watch saw on a core. */
const struct noise *noise_of(unsigned core);

/* The worst that any watch of this run saw on a core, by grade. */
const struct noise *noise_worst(unsigned core);

/* Parts per million of the time watched that gaps took. */
uint64_t noise_lost_ppm(const struct noise *noise);

/*
 * 'A' .. 'F': A no gap at all, B less than 10 ppm lost and no gap above 10 us,
 * C 100 ppm and 50 us, D 1,000 ppm and 200 us, E 10,000 ppm and 1 ms, F worse.
 */
char noise_grade(const struct noise *noise);

/* Why it has that grade, in one line. */
#define NOISE_REASONS_MAX 128u
void noise_reasons(const struct noise *noise, char text[NOISE_REASONS_MAX]);

#endif
