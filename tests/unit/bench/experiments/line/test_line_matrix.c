/* SPDX-License-Identifier: MIT */
/* bench/experiments/line/matrix.c and clusters.c: what the host is told of all
 * pairs, on a machine of two packages that is drawn here. */
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/line/line.h"

#define CORES 4u
#define PAIRS (CORES * (CORES - 1))
#define CALM 5000
#define NEAR 100 /* ticks, within a package */
#define FAR 300

static bool places_known;

static const struct machine_core_info *core_at(unsigned core)
{
	static struct machine_core_info info[8];

	info[core] = (struct machine_core_info){
		.package = places_known ? (int)core / 4 : -1,
		.core_id = (int)core };
	return &info[core];
}

/* By a function's form: structs share these names. */
#define machine_core_info(core) core_at(core)
#define matrix_ends(m) apart_matrix_ends(m)
#define matrix_fields apart_matrix_fields
#define matrix_record apart_matrix_record
#define matrix_show apart_matrix_show
#define clusters_fields apart_clusters_fields
#define clusters_record apart_clusters_record
void apart_clusters_fields(const struct matrix *m);
#include "bench/experiments/line/matrix.c"
#include "bench/experiments/line/clusters.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const unsigned numbers[CORES] = { 0, 1, 4, 6 }; /* of eight */
static int64_t ticks[CORES * CORES], all[CORES * CORES];
static struct pair_round round_of[LINE_ROUNDS * CORES * CORES];
static struct matrix drawn;

/* Ten ticks a hand-over more in the second round; 1 to 0 is the fastest. */
static void draw(unsigned cores, unsigned rounds)
{
	drawn = (struct matrix){
		.variant = "handover/cas", .cores = cores, .of = 8,
		.core = numbers, .batch = 1, .ticks = ticks, .least = ticks,
		.most = ticks, .all = all, .rounds = rounds, .round = round_of,
		.calm_most = CALM };
	for (unsigned i = 0; i < cores * (cores - 1); i++) {
		unsigned at = matrix_at(&drawn, i);
		bool near = (at / cores < 2) == (at % cores < 2);

		ticks[at] = (near ? NEAR : FAR) - (at == cores);
		for (unsigned r = 0; r < rounds; r++)
			*matrix_round(&drawn, r, at) = (struct pair_round){
				.ticks = ticks[at] + 10 * r };
	}
}

static bool told(const char *what)
{
	fake.records = 0;
	log_begin("result");
	apart_matrix_fields(&drawn);
	log_end();
	return strstr(fake.record[0], what);
}

TEST(line_result_has_the_median_pair_of_each_place)
{
	places_known = true;
	draw(CORES, 2);
	CHECK(told("\"places\":[\"cores of one die\",\"two packages\"],"
		   "\"place_pairs\":[4,8],"
		   "\"place_rounds\":[[100,110],[300,310]]"));
	places_known = false;
	CHECK(told("\"places\":[\"places unknown\"],\"place_pairs\":[12],"
		   "\"place_rounds\":[[300,310]]"));
	draw(2, 1);
	drawn.of = 2;
	CHECK(told("\"place_pairs\":[2],\"place_rounds\":[[99]]"));
}

TEST(line_result_leaves_out_what_was_disturbed)
{
	places_known = true;
	draw(CORES, 2);
	for (unsigned i = 0; i < PAIRS; i++) {
		unsigned at = matrix_at(&drawn, i);

		if (ticks[at] > NEAR)
			matrix_round(&drawn, 0, at)->disturbed = true;
		else
			matrix_round(&drawn, 1, at)->ticks = CALM + 1;
	}
	CHECK(told("\"place_rounds\":[[100,null],[null,310]]"));
	CHECK(told("\"fastest_rounds\":[99,null]"));
	CHECK(told("\"slowest_rounds\":[null,310]"));
	CHECK(told("\"cluster_rounds\":[null,null]"));
}

TEST(line_result_has_its_ends_where_there_are_two)
{
	places_known = true;
	draw(CORES, 2);
	CHECK(told("\"fastest\":[1,0],\"fastest_rounds\":[99,109],"
		   "\"slowest\":[6,1],\"slowest_rounds\":[300,310]"));
	for (unsigned at = 0; at < CORES * CORES; at++)
		ticks[at] = CALM + 1;
	CHECK(!told("fastest"));
	ticks[1] = CALM;
	CHECK(!told("fastest"));
	ticks[2] = CALM;
	CHECK(told("\"fastest\":[0,1]"));
	CHECK(told("\"slowest\":[0,4]"));
}

TEST(line_result_has_clusters_beside_what_cpuid_claims)
{
	places_known = true;
	draw(CORES, 2);
	CHECK(told("\"cluster_rounds\":[2,2],\"cluster_level\":\"packages\","
		   "\"levels\":[2,2,4]"));
	for (unsigned i = 0; i < PAIRS; i++)
		matrix_round(&drawn, 1, matrix_at(&drawn, i))->ticks = NEAR;
	CHECK(told("\"cluster_rounds\":[2,1],\"levels\":[2,2,4]"));
	places_known = false;
	CHECK(told("\"cluster_rounds\":[2,1]"));
	CHECK(!told("levels"));
	draw(2, 2);
	CHECK(!told("cluster"));
}

TEST(line_result_names_the_cores_that_were_chosen)
{
	places_known = true;
	draw(CORES, 1);
	CHECK(told("\"chosen_of\":8,\"chosen\":[0,1,4,6]"));
	drawn.of = CORES;
	CHECK(!told("chosen"));
}

/* A run that is stopped has fewer rounds than there are columns. */
TEST(line_series_has_no_round_that_was_not_done)
{
	places_known = true;
	draw(CORES, 2);
	memset(matrix_round(&drawn, 2, 0), 0x11, sizeof(struct pair_round));
	apart_matrix_record(&drawn);
	CHECK(strstr(fake.record[0], "\"rows\":[[0,1,100,100,100,100,110,"
				     "0,0,0,0,0,0]"));
}
