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

TEST(nearest_one_slip_of_each_kind)
{
	CHECK_TEXT(nearest("tickt", LOCKS), "ticket");       /* too few */
	CHECK_TEXT(nearest("backooff", LOCKS), "backoff");   /* too many */
	CHECK_TEXT(nearest("mcz", LOCKS), "mcs");            /* another */
	CHECK_TEXT(nearest("qsipn", LOCKS), "qspin");        /* swapped */
	CHECK_TEXT(nearest("lch", LOCKS), "clh");            /* at the front */
	CHECK_TEXT(nearest("MCS", LOCKS), "mcs");
	CHECK_TEXT(nearest("--tas", LOCKS), "tas");
}

TEST(nearest_a_slip_in_three_letters_and_no_more)
{
	CHECK_TEXT(nearest("tiket/porp", LOCKS), "ticket/prop"); /* 2 of 10 */
	CHECK_TEXT(nearest("bakof", "backoff"), "");             /* 2 of 5 */
	CHECK_TEXT(nearest("bakkof", "backoff"), "backoff");     /* 2 of 6 */
	CHECK_TEXT(nearest("warkquaua", "workqueue"), "workqueue"); /* 3 of 9 */
	CHECK_TEXT(nearest("zzz", LOCKS), "");
	CHECK_TEXT(nearest("mxy", LOCKS), "");
	CHECK_TEXT(nearest("experiment", LOCKS), "");
}

TEST(nearest_the_first_of_the_best)
{
	CHECK_TEXT(nearest("ttass", LOCKS), "ttas");
	CHECK_TEXT(nearest("tos", "tas tis"), "tas");
	CHECK_TEXT(nearest("tast", "tis tas"), "tas");
}

TEST(nearest_one_slip_is_nearer_than_two)
{
	CHECK_TEXT(nearest("bakkof", "backoff bakkoff"), "bakkoff");
	CHECK_TEXT(nearest("bakkof", "bakkoff backoff"), "bakkoff");
}

TEST(nearest_a_beginning_counts_but_less_than_a_slip)
{
	CHECK_TEXT(nearest("disp", "floor dispatch"), "dispatch");
	CHECK_TEXT(nearest("tick", LOCKS), "ticket");
	CHECK_TEXT(nearest("round", "bound rounds"), "rounds");
	CHECK_TEXT(nearest("tic", "ticket tip"), "tip");
	CHECK_TEXT(nearest("flor", "florence floor"), "floor");
}

TEST(nearest_little_says_nothing)
{
	CHECK_TEXT(nearest("", LOCKS), "");
	CHECK_TEXT(nearest("-", LOCKS), "");
	CHECK_TEXT(nearest("t", LOCKS), "");
	CHECK_TEXT(nearest("tas", ""), "");
}

TEST(nearest_long_words_stay_within_their_rows)
{
	static const char longest[] = "abcdefghijklmnopqrstuvwxyz12345";
	char longer[64];

	CHECK_EQUAL(strlen(longest), NEAREST_LETTERS);
	CHECK_TEXT(nearest("abcdefghijklmnopqrstuvwxyz12346", longest), longest);
	snprintf(longer, sizeof(longer), "%s6", longest);
	CHECK_TEXT(nearest(longer, longest), "");
	CHECK_TEXT(nearest(longest, longer), "");
}

/* A beginning is farther than as many slips as are near, and nearer than none. */
TEST(nearest_slips_are_nearer_than_a_beginning)
{
	CHECK_TEXT(nearest("queues", "queues_of_all quexxs"), "quexxs");
	CHECK_TEXT(nearest("queues", "quexxs queues_of_all"), "quexxs");
	CHECK_TEXT(nearest("queues", "queues_of_all quexxx"), "queues_of_all");
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
