/* SPDX-License-Identifier: MIT */
/* Records of the course of an experiment: what they are of, verdicts, what was
 * skipped, how far it is. */
#include "bench/report/noted.h"
#include "bench/report/record.h"
#include "kernel/log.h"
#include "kernel/string.h"

void log_key(const struct record_key *key, const char *mode, const char *unit)
{
	noted_row(key->experiment, key->variant);
	log_text("experiment", key->experiment);
	log_text("variant", key->variant);
	log_number("cores", key->cores);
	log_object("params");
	if (mode)
		log_text("mode", mode);
	for (const struct param *p = key->params; p && p->name; p++)
		log_signed(p->name, p->value);
	log_object_end();
	if (!unit)
		log_text("unit", record_unit());
	else if (*unit)
		log_text("unit", unit);
}

void log_primitive(const struct record_key *key, const char *primitive)
{
	if (primitive && strcmp(primitive, key->variant))
		log_text("primitive", primitive);
}

/* Of no core count and no parameters in particular. */
static void log_subject(const struct record_key *key)
{
	log_text("experiment", key->experiment);
	log_text("variant", key->variant);
}

static void log_counts_of(const struct proof *proof)
{
	log_object("counts");
	log_number("operations", proof->operations);
	for (unsigned i = 0; i < PROOF_COUNTS && proof->count[i].name; i++)
		log_number(proof->count[i].name, proof->count[i].value);
	log_object_end();
}

static void log_sizes(const char *name, const uint32_t *size)
{
	if (!size[0])
		return;
	log_array(name);
	for (unsigned i = 0; i < PROOF_SIZES && size[i]; i++)
		log_number(NULL, size[i]);
	log_array_end();
}

void record_validation(const struct record_key *key, const struct proof *proof)
{
	if (proof->proven != DISPROVEN && !proof->operations)
		return;
	noted_validation(key->experiment, key->variant, proof->proven);
	log_begin("validation");
	log_subject(key);
	log_primitive(key, proof->primitive);
	log_number("cores", key->cores);
	log_text("verdict", proven_word(proof->proven));
	log_name("property", proof->property);
	if (proof->proven != PROVEN && proof->why)
		log_text("reason", proof->why);
	log_counts_of(proof);
	log_sizes("capacities", proof->capacities);
	log_sizes("bulks", proof->bulks);
	log_end();
}

void record_skipped(const struct record_key *key, const char *reason)
{
	noted_skipped(key->experiment, key->variant);
	log_begin("skipped");
	log_subject(key);
	log_text("reason", reason);
	log_end();
}

void record_progress(const struct record_key *key, uint64_t done, uint64_t of)
{
	log_begin("progress");
	log_subject(key);
	log_number("done", done);
	log_number("of", of);
	log_end();
}
