/* SPDX-License-Identifier: MIT */
/* Threads of the explorer: stacks, and a switch from one to another. */
#ifndef TESTS_EXPLORE_ENGINE_COROUTINE_H
#define TESTS_EXPLORE_ENGINE_COROUTINE_H

/* Puts the caller's context into *save and goes on where load was saved. */
void coroutine_switch(void **save, void *load);

/* What to switch to so that body() begins on stack number `index`; body does
 * not return. */
void *coroutine_begin(unsigned index, void (*body)(void));

#endif
