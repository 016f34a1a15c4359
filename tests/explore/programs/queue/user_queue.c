/* SPDX-License-Identifier: MIT */
/* The programs of programs.h for any queue of a user's file that has no
 * owner and no part for each core: which of them it is for is said by its
 * flags. */
#include "tests/explore/programs/queue/user.h"

static bool user_fits_pair(const void *kind)
{
	return !user_has(kind, QUEUE_OWNER) &&
	       !user_has(kind, QUEUE_PER_CORE);
}

static bool user_fits_two_push(const void *kind)
{
	return user_fits_pair(kind) && user_has(kind, QUEUE_MANY_PUSH);
}

static bool user_fits_two_pop(const void *kind)
{
	return user_fits_pair(kind) && user_has(kind, QUEUE_MANY_POP);
}

static bool user_fits_both(const void *kind)
{
	return user_fits_two_push(kind) && user_fits_two_pop(kind);
}

#define user_fits_bulk_pair user_fits_pair
#define user_fits_bulk_around user_fits_pair
#define user_fits_bulk_both user_fits_both
#define user_fits_bulk_three user_fits_two_push

#define QUEUE_CAPACITY 2
#include "tests/explore/programs/queue/programs.h"
