/* SPDX-License-Identifier: MIT */
#include "bench/harness/rounds.h"

bool rounds_go_on(const struct rounds *r, unsigned done, uint64_t now,
		  bool timeshared)
{
	if (!done)
		return true;
	if (timeshared && done >= (r->timeshared ? r->timeshared : 1))
		return false;
	if (r->until && now > r->until)
		return false;
	return done < r->wanted || (done < r->most && now <= r->fill);
}
