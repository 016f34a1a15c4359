/* SPDX-License-Identifier: MIT */
#include "bench/report/thin.h"

#include "kernel/log.h"
#include "kernel/options.h"
#include "kernel/string.h"

OPTION_CHOICE(opt_series, "series", "auto", "auto whole thin",
	      "series in the log: whole, thin (16 rows each), or thin where "
	      "the line is slow (auto)");

struct thin thin_to(unsigned rows, unsigned most)
{
	struct thin thin = { .rows = rows, .step = 1, .kept = rows };

	if (rows <= most)
		return thin;
	thin.step = (rows - 1 + most - 2) / (most - 1);
	thin.kept = (rows - 1 + thin.step - 1) / thin.step + 1;
	return thin;
}

static uint64_t slow_pace(void)
{
	uint64_t pace = machine_log_pace();

	return pace < THIN_PACE ? pace : 0;
}

bool thin_wanted(void)
{
	if (!strcmp(opt_series.text, "auto"))
		return slow_pace();
	return !strcmp(opt_series.text, "thin");
}

static void say_once(void)
{
	static bool said;

	if (said)
		return;
	said = true;
	if (!strcmp(opt_series.text, "thin"))
		log_warning("log_thinned", "series=thin: long series are thinned, "
			    "and say so");
	else
		log_warning("log_thinned", "the line takes %lu bytes a second: "
			    "long series are thinned, and say so; series=whole "
			    "writes them all", slow_pace());
}

struct thin thin_if(bool wanted, unsigned rows)
{
	struct thin thin = thin_to(rows, wanted ? THIN_ROWS : rows);

	if (thin.step > 1)
		say_once();
	return thin;
}

struct thin thin_rows(unsigned rows)
{
	return thin_if(thin_wanted(), rows);
}

void thin_log(const struct thin *thin)
{
	if (thin->step > 1)
		log_number("thinned", thin->step);
}
