/* SPDX-License-Identifier: MIT */
/* Cores, threads and clocks of the counted machine, and what it is given. */
#include "tests/machine/machine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/machine.h"

#define STACK_BYTES (256u << 10)
#define NEVER UINT64_MAX

/* Ticks. What is counted takes long, as little is counted. */
#define READ 200u /* of the clock, and up to 60 more */
#define CALL 30u
#define LOOK 100u
#define PAUSE 800u
#define SHORT_PAUSE 60000u
#define LONG_PAUSE 4000000u
#define TURN 1250000u
#define STEP 1750000000u /* 0.7 s: the next word on progress is due */

static struct core {
	void *stack;            /* its pointer, while another core runs */
	unsigned long long gs;
	uint64_t clock;
	const uint32_t *word;   /* it sleeps on this; NULL: it does not */
	uint64_t until;
	void *(*body)(void *arg);
	void *arg;
	uint32_t alive;
	bool (*step)(const uint8_t *instruction); /* NULL: it is not stepped */
	bool listens, asked;
	uint64_t interrupts, interrupted_at;
} core[COUNTED_CORES_MOST]; /* and threads that are none, behind them */

struct counted counted = { .cores = 2 };
static unsigned made = 1, current;
static uint64_t limit = NEVER; /* another core runs when the clock is beyond */

static struct {
	void (*handler)(int signal);
	uint64_t period, next; /* 0: not armed */
	bool runs;
} tick;

/* ---- cores --------------------------------------------------------------- */

/* Leaves one stack and goes on with another. */
void counted_swap(void **from, void *to);
__asm__(".pushsection .text\n"
	"counted_swap:\n"
	"	pushq %rbp\n	pushq %rbx\n	pushq %r12\n"
	"	pushq %r13\n	pushq %r14\n	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n	popq %r14\n	popq %r13\n"
	"	popq %r12\n	popq %rbx\n	popq %rbp\n"
	"	ret\n"
	".popsection\n");

__attribute__((target("fsgsbase"))) static void swap(unsigned to)
{
	struct core *from = &core[current];

	from->gs = __builtin_ia32_rdgsbase64();
	current = to;
	__builtin_ia32_wrgsbase64(core[to].gs);
	counted_swap(&from->stack, core[to].stack);
}

/* When a core can go on. */
static uint64_t ready_at(unsigned index)
{
	uint64_t until = core[index].until;

	if (!core[index].word)
		return core[index].clock;
	if (!index && tick.next && tick.next < until)
		until = tick.next;
	return until > core[index].clock ? until : core[index].clock;
}

static unsigned earliest_but(unsigned left_out)
{
	unsigned found = left_out ? 0 : 1;

	for (unsigned i = 0; i < made; i++)
		if (i != left_out && ready_at(i) < ready_at(found))
			found = i;
	return found;
}

static void set_limit(void)
{
	limit = made > 1 ? ready_at(earliest_but(current)) : NEVER;
}

/* The core that can go on first does. */
static void schedule(void)
{
	unsigned to = earliest_but(COUNTED_CORES_MOST);
	uint64_t at = ready_at(to);

	if (at == NEVER) {
		fputs("counted: all cores sleep for ever\n", stderr);
		_exit(98);
	}
	core[to].clock = at;
	core[to].word = NULL;
	if (to != current)
		swap(to);
	set_limit();
}

void counted_sleep(const uint32_t *word, uint64_t ticks)
{
	struct core *self = &core[current];

	self->until = ticks < NEVER - self->clock ? self->clock + ticks : NEVER;
	self->word = word;
	schedule();
}

void counted_wake(const uint32_t *word)
{
	for (unsigned i = 0; i < made; i++)
		if (core[i].word == word) {
			core[i].clock = core[i].clock > core[current].clock ?
				core[i].clock : core[current].clock;
			core[i].word = NULL;
		}
	set_limit();
}

/* ---- threads ------------------------------------------------------------- */

/* One that has ended sleeps for ever on a word that nobody wakes. */
static void first(void)
{
	static const uint32_t ended;
	struct core *self = &core[current];

	self->body(self->arg);
	self->alive = 0;
	counted_wake(&self->alive);
	counted_sleep(&ended, NEVER);
	abort();
}

/* The place of one that has ended, or the next. */
static unsigned free_place(void)
{
	unsigned found = 1;

	while (found < made && core[found].alive)
		found++;
	return found;
}

unsigned counted_thread(void *(*body)(void *arg), void *arg)
{
	unsigned place = free_place();
	void **top;

	if (place == COUNTED_CORES_MOST)
		return 0;
	top = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (top == MAP_FAILED)
		return 0;
	top += STACK_BYTES / sizeof(*top);
	top[-2] = (void *)first; /* six registers lie below: counted_swap() */
	core[place] = (struct core){ .stack = top - 8, .body = body,
				     .arg = arg, .alive = 1,
				     .clock = core[current].clock };
	made = place == made ? made + 1 : made;
	set_limit();
	return place;
}

void counted_join(unsigned thread)
{
	while (core[thread].alive)
		counted_sleep(&core[thread].alive, NEVER);
}

/* ---- clocks -------------------------------------------------------------- */

void counted_tick(void (*handler)(int signal), uint64_t period)
{
	tick.handler = handler;
	tick.period = period;
	tick.next = period ? core[0].clock + period : 0;
}

static void run_tick(void)
{
	tick.runs = true;
	tick.next += tick.period;
	tick.handler(SIGRTMIN);
	tick.runs = false;
}

unsigned counted_core(void)
{
	return current;
}

/* As the trap flag does: before an instruction that is locked or none. */
static void run_step(bool locked)
{
	static const uint8_t lock = 0xf0, nop = 0x90;
	struct core *self = &core[current];
	bool (*step)(const uint8_t *instruction) = self->step;

	self->step = NULL; /* it is not stepped itself */
	self->step = step(locked ? &lock : &nop) ? step : NULL;
}

/* In the place of hosted/cpu/step.c. */
void machine_step(void (*body)(void *arg), void *arg,
		  bool (*step)(const uint8_t *instruction))
{
	core[current].step = step;
	body(arg);
	core[current].step = NULL;
}

/* ---- interrupts ---------------------------------------------------------- */

static void take_interrupt(void)
{
	struct core *self = &core[current];

	if (!self->asked || !self->listens)
		return;
	self->asked = false;
	self->interrupts++;
	self->interrupted_at = self->clock;
}

void counted_interrupt(unsigned to)
{
	core[to].asked = true;
	if (core[to].word && core[to].listens)
		counted_wake(core[to].word);
}

void counted_listen(bool on)
{
	take_interrupt();
	core[current].listens = on;
	take_interrupt();
}

uint64_t counted_interrupts(unsigned of)
{
	return core[of].interrupts;
}

uint64_t counted_interrupted_at(unsigned of)
{
	return core[of].interrupted_at;
}

/* ---- what is counted ----------------------------------------------------- */

/* Where they take turns and its own is over, a core goes on at its next. */
static void await_turn(void)
{
	struct core *self = &core[current];
	uint64_t turn = self->clock / TURN;

	if (!counted.turns || current >= counted.cores || turn % counted.cores == current)
		return;
	while (turn % counted.cores != current)
		turn++;
	self->clock = turn * TURN;
}

static void spend(uint64_t ticks, bool locked)
{
	if (core[current].step)
		run_step(locked);
	core[current].clock += ticks;
	await_turn();
	take_interrupt();
	if (!current && tick.next && !tick.runs &&
	    core[0].clock >= tick.next)
		run_tick();
	if (core[current].clock > limit)
		schedule();
}

void counted_spend(uint64_t ticks)
{
	spend(ticks, false);
}

void counted_pause(void)
{
	counted_spend(PAUSE);
}

void counted_look(void)
{
	spend(LOOK, true);
}

static uint64_t chance = 1;

void counted_draw_again(void)
{
	chance = 1;
}

uint64_t counted_clock(uint64_t more)
{
	uint64_t ticks = READ + more;

	chance = chance * 6364136223846793005u + 1442695040888963407u;
	ticks += (chance >> 60) * 4;
	if (counted.pauses && (chance >> 20) % counted.pauses == 0)
		ticks += chance >> 63 ? SHORT_PAUSE : LONG_PAUSE;
	counted_spend(ticks);
	return core[current].clock;
}

/* For all alike: nobody has to wait for another one. */
void counted_progress(void)
{
	for (unsigned i = 0; counted.slow && i < made; i++)
		core[i].clock += STEP;
	set_limit();
}

/* The compiler calls these in what is measured. */
void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

void __cyg_profile_func_enter(void *function, void *caller)
{
	(void)function;
	(void)caller;
	counted_spend(CALL);
}

void __cyg_profile_func_exit(void *function, void *caller)
{
	(void)function;
	(void)caller;
}

/* ---- what it is given ---------------------------------------------------- */

static uint64_t *given(const char *word, size_t length)
{
	static const struct { const char *name; uint64_t *value; } known[] = {
		{ "cores", &counted.cores }, { "pauses", &counted.pauses },
		{ "scarce", &counted.scarce },
		{ "interrupts", &counted.interrupts },
		{ "refuses", &counted.refuses }, { "turns", &counted.turns },
		{ "slow", &counted.slow }, { "other", &counted.other },
		{ "busy", &counted.busy },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strlen(known[i].name) == length &&
		    !memcmp(known[i].name, word, length))
			return known[i].value;
	fprintf(stderr, "MACHINE: no such word: %s\n", word);
	_exit(97);
}

__attribute__((constructor)) static void begin(void)
{
	const char *word = getenv("MACHINE");

	for (word = word ? word : ""; *word; word += strspn(word, " ")) {
		size_t length = strcspn(word, "= ");
		uint64_t *value = given(word, length);
		char *end = (char *)word + length;

		*value = *end == '=' ? strtoull(end + 1, &end, 10) : 1;
		word = end;
	}
	if (counted.cores < 1 || counted.cores > COUNTED_CORES_MOST) {
		fprintf(stderr, "MACHINE: cores=1 to %u\n", COUNTED_CORES_MOST);
		_exit(97);
	}
}
