/* SPDX-License-Identifier: MIT */
/*
 * Linearizability: whether the calls of a history can be put into one order,
 * each between its call and its return, that the sequential object allows
 * (Herlihy, Wing, 1990). By trying, one call after the other, each that no
 * other precedes (Wing, Gong, 1993): histories here have a few calls.
 */
#ifndef TESTS_EXPLORE_ENGINE_LINEAR_H
#define TESTS_EXPLORE_ENGINE_LINEAR_H

#include <stdbool.h>
#include <stdint.h>

#define LINEAR_CALLS 31u
#define LINEAR_STATE 128u /* bytes of the largest sequential state */

/* One call of explore_call() and explore_return(). */
struct linear_call {
	unsigned thread, operation;
	uint64_t argument, result;
	uint64_t called, returned; /* moments; returned: UINT64_MAX if open */
	uint64_t stores;           /* of its thread, when it returned */
};

/* The sequential object: makes the call on the state, which begins as all
 * zeros; false if its result is not right. */
typedef bool linear_apply(void *state, const struct linear_call *call);

/* From finish(). */
bool linear_check(linear_apply *apply);

#endif
