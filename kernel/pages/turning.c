/* SPDX-License-Identifier: MIT */
#include "kernel/pages/turning.h"

static void turn(struct turning *t)
{
	t->page = (t->page + 1) % t->pages;
}

void turning_wait(struct turning *t)
{
	if (!t->by_hand)
		turn(t);
}

void turning_key(struct turning *t, enum key key)
{
	unsigned last = t->pages - 1;

	if (key == KEY_NONE)
		return;
	t->by_hand = key != KEY_ESCAPE;
	if (key == KEY_SPACE)
		turn(t);
	else if (key == KEY_PAGE_DOWN && t->page < last)
		t->page++;
	else if (key == KEY_PAGE_UP && t->page)
		t->page--;
	else if (key == KEY_HOME)
		t->page = 0;
	else if (key == KEY_END)
		t->page = last;
}
