/* SPDX-License-Identifier: MIT */
#include "kernel/words.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

/* Of names parted by blanks; "" where none is near. */
static const char *nearest(const char *text, const char *names)
{
	static char found[64];
	struct nearest near;
	struct word name;

	nearest_begin(&near, word_of(text));
	while (word_next(&names, ' ', &name))
		nearest_offer(&near, name);
	snprintf(found, sizeof(found), "%.*s", (int)near.name.letters,
		 near.name.text ? near.name.text : "");
	return found;
}

#define LOCKS "backoff clh mcs qspin rw tas ticket ticket/prop ttas"
#define LONGEST "abcdefghijklmnopqrstuvwxyz12345" /* of NEAREST_LETTERS */

/* What was typed, of which names, and which was meant. */
static const struct { const char *text, *names, *meant; } slips[] = {
	{ "tickt", LOCKS, "ticket" },       /* too few */
	{ "backooff", LOCKS, "backoff" },   /* too many */
	{ "mcz", LOCKS, "mcs" },            /* another */
	{ "qsipn", LOCKS, "qspin" },        /* swapped */
	{ "lch", LOCKS, "clh" },            /* at the front */
	{ "MCS", LOCKS, "mcs" }, { "--tas", LOCKS, "tas" },
	/* A slip in three letters and no more. */
	{ "tiket/porp", LOCKS, "ticket/prop" }, /* 2 of 10 */
	{ "bakof", "backoff", "" },             /* 2 of 5 */
	{ "bakkof", "backoff", "backoff" },     /* 2 of 6 */
	{ "warkquaua", "workqueue", "workqueue" }, /* 3 of 9 */
	{ "zzz", LOCKS, "" }, { "mxy", LOCKS, "" }, { "experiment", LOCKS, "" },
	/* The first of the best; one slip is nearer than two. */
	{ "ttass", LOCKS, "ttas" }, { "tos", "tas tis", "tas" },
	{ "tast", "tis tas", "tas" },
	{ "bakkof", "backoff bakkoff", "bakkoff" },
	{ "bakkof", "bakkoff backoff", "bakkoff" },
	/* A beginning counts, but less than a slip or as many as are near. */
	{ "disp", "floor dispatch", "dispatch" }, { "tick", LOCKS, "ticket" },
	{ "round", "bound rounds", "rounds" }, { "tic", "ticket tip", "tip" },
	{ "flor", "florence floor", "floor" },
	{ "queues", "queues_of_all quexxs", "quexxs" },
	{ "queues", "quexxs queues_of_all", "quexxs" },
	{ "queues", "queues_of_all quexxx", "queues_of_all" },
	/* Little says nothing; long words stay within their rows. */
	{ "", LOCKS, "" }, { "-", LOCKS, "" }, { "t", LOCKS, "" },
	{ "tas", "", "" },
	{ "abcdefghijklmnopqrstuvwxyz12346", LONGEST, LONGEST },
	{ LONGEST "6", LONGEST, "" }, { LONGEST, LONGEST "6", "" },
};

TEST(nearest_of_names)
{
	EACH_ROW(i, slips)
		CHECK_TEXT(nearest(slips[i].text, slips[i].names),
			   slips[i].meant);
	CHECK_EQUAL(strlen(LONGEST), NEAREST_LETTERS);
}

TEST(words_of_a_list)
{
	const char *list = "tas,,mcs,";
	struct word word;

	CHECK(word_next(&list, ',', &word) && word_is(&word, "tas"));
	CHECK(!word_is(&word, "ta") && !word_is(&word, "tass"));
	CHECK(word_next(&list, ',', &word) && word.letters == 0);
	CHECK(word_next(&list, ',', &word) && word_is(&word, "mcs"));
	CHECK(word_next(&list, ',', &word) && word.letters == 0);
	CHECK(!word_next(&list, ',', &word));
}
