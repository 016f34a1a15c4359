/* SPDX-License-Identifier: MIT */
/* The programs of programs.h for any queue of a user's file with an owner
 * and thieves. */
#include "tests/explore/programs/queue/user.h"

static bool user_fits_thief(const void *kind)
{
	return user_has(kind, QUEUE_OWNER | QUEUE_STEAL);
}

#define user_fits_thieves user_fits_thief
#define user_fits_bulk_thief user_fits_thief
#define user_fits_bulk_thieves user_fits_thief

#define QUEUE_CAPACITY 4
#define QUEUE_STEALING
#include "tests/explore/programs/queue/programs.h"
