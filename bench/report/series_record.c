/* SPDX-License-Identifier: MIT */
#include "bench/report/series_record.h"

#include "bench/report/record.h"
#include "bench/report/thin.h"
#include "kernel/log.h"

#define NUMBERS_A_PART 200u /* of up to sixteen characters */

static unsigned width_of(const struct series_record *s)
{
	unsigned width = 0;

	while (s->columns[width].name)
		width++;
	return width;
}

static void log_columns(const struct series_record *s)
{
	log_array("columns");
	for (unsigned i = 0; s->columns[i].name; i++)
		log_text(NULL, s->columns[i].name);
	log_array_end();
}

static void log_row(const struct series_record *s, unsigned index)
{
	int64_t value[SERIES_WIDTH_MOST];

	s->row(s->of, index, value);
	log_array(NULL);
	for (unsigned i = 0; s->columns[i].name; i++)
		if (s->columns[i].milli)
			log_milli(NULL, value[i]);
		else
			log_signed(NULL, value[i]);
	log_array_end();
}

void record_series(const struct series_record *s)
{
	unsigned most = NUMBERS_A_PART / width_of(s);
	struct thin thin = thin_if(s->thin && thin_wanted(), s->rows);
	unsigned parts = parts_of(thin.kept, most);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("series");
		log_part(part, parts);
		log_key(&s->key, NULL, s->unit);
		if (s->fields)
			s->fields(s->of);
		thin_log(&thin);
		log_columns(s);
		log_array("rows");
		for (unsigned i = part * most;
		     i < part_end(part, thin.kept, most); i++)
			log_row(s, thin_row(&thin, i));
		log_array_end();
		log_end();
	}
}
