/* SPDX-License-Identifier: MIT */
/*
 * The locks and queues of a user's file, make build/user/explore USER=mine.c:
 * whatever it announces by LOCK() or QUEUE() is a kind of which the generic
 * programs (programs/user_*.c) are made.
 */
#ifndef TESTS_EXPLORE_ENGINE_USER_H
#define TESTS_EXPLORE_ENGINE_USER_H

#include <stddef.h>

#include "tests/explore/engine/program.h"

/* In setup(): gives the file's statics the values that they started with. */
void user_reset(void);

/* Every generic program of every kind of the file; the same ones each time. */
const struct explore_program *user_programs(size_t *count);

#endif
