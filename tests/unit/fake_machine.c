/* SPDX-License-Identifier: MIT */
#include "tests/unit/fake_machine.h"

#include <asm/prctl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/build_info.h"
#include "kernel/common/jobs.h"
#include "kernel/log.h"
#include "kernel/print.h"
#include "kernel/recall.h"

struct fake_machine fake = {
	.clock = { .hz = 1000000000, .source = "fake", .invariant = true },
	.facts = { .machine = "linux", .trust = "emulated", .signs = "fake",
		   .hypervisor = "", .cpu = "fake", .command_line = "",
		   .cores_asked = 1, .cores_listed = 1 },
	.core = { .state = CORE_STARTED, .type = "uniform", .node = -1 },
	.cores = 1,
	.memory_left = 64u << 20,
	.stacks_left = UINT32_MAX,
	.columns = 80,
	.rows = 24,
};

const struct build_info build_info = {
	.version = "1.2.3", .git = "abcdef0", .dirty = 1, .compiler = "fake cc",
};

static struct machine_local local[MACHINE_MAX_CORES];

void fake_machine_enter(unsigned core)
{
	local[core] = (struct machine_local){ .self = &local[core],
					      .core = core, .apic_id = core };
	if (syscall(SYS_arch_prctl, ARCH_SET_GS, &local[core]))
		abort();
}

/* ---- cores and waiting ------------------------------------------------- */

unsigned machine_cores(void)
{
	return fake.cores;
}

const struct machine_core_info *machine_core_info(unsigned listed)
{
	static struct machine_core_info info;

	if (!fake.types)
		return listed == 0 ? &fake.core : NULL;
	if (listed >= fake.cores)
		return NULL;
	info = fake.core;
	info.type = fake.types[listed] == 'P' ? "performance" : "efficiency";
	return &info;
}

struct start {
	unsigned core;
	void (*body)(unsigned core, void *arg);
	void *arg;
};
static pthread_t thread[MACHINE_MAX_CORES], thread_of_core[MACHINE_MAX_CORES];
static unsigned threads;

static struct {
	void (*call)(void *arg); /* NULL: it does not tick */
	void *arg;
	pthread_t thread;        /* of fake.ticks_itself */
	bool stop;               /* atomic */
} ticking;

static void *run_core(void *arg)
{
	struct start start = *(struct start *)arg;

	free(arg);
	fake_machine_enter(start.core);
	thread_of_core[start.core] = pthread_self();
	start.body(start.core, start.arg);
	return NULL;
}

/* A core beyond fake.cores is one that never comes. */
void machine_start(unsigned core, void (*body)(unsigned core, void *arg),
		   void *arg)
{
	struct start *start;

	if (core >= fake.cores)
		return;
	start = malloc(sizeof(*start));
	*start = (struct start){ core, body, arg };
	if (pthread_create(&thread[threads++], NULL, run_core, start))
		abort();
}

/* Ticks come sooner than those of a machine, but not where a core takes its
 * nudge late. */
static void pause_between_ticks(void)
{
	for (unsigned ms = 0; ms < 50; ms++) {
		bool all = true;

		usleep(1000);
		for (unsigned i = 1; i < fake.cores; i++)
			all = machine_nudged(i) && all;
		if (all)
			return;
	}
}

void machine_join(void)
{
	for (; threads; threads--)
		while (pthread_tryjoin_np(thread[threads - 1], NULL)) {
			fake_machine_tick();
			if (ticking.call)
				pause_between_ticks();
			else
				usleep(10);
		}
}

pthread_t hosted_thread(unsigned core)
{
	return thread_of_core[core];
}

void machine_run(unsigned cores, void (*body)(unsigned core, void *arg),
		 void *arg)
{
	for (unsigned i = 1; i < cores; i++)
		machine_start(i, body, arg);
	if (cores)
		body(0, arg);
	machine_join();
}

void machine_stay_awake(bool awake)
{
	(void)awake;
}

/* Never sleeps: a wait may end early, and no other core could end it. */
void machine_wait(uint64_t deadline)
{
	if (fake.cores > 1) {
		sched_yield();
		return;
	}
	fake.waits++;
	fake.last_deadline = deadline;
	fake.wake_pending = false;
}

void machine_wake(unsigned core)
{
	(void)core;
	if (fake.cores > 1)
		return;
	fake.wakes++;
	fake.wake_pending = true;
}

static void *tick_often(void *tick)
{
	void (*call)(void *arg) = tick;

	while (!__atomic_load_n(&ticking.stop, __ATOMIC_RELAXED)) {
		usleep(FAKE_TICK_US);
		call(ticking.arg);
		__atomic_add_fetch(&fake.ticks, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

bool machine_tick_start(uint64_t period, void (*tick)(void *arg), void *arg)
{
	if (!fake.has_tick && !fake.ticks_itself)
		return false;
	fake.tick_period = period;
	thread_of_core[0] = pthread_self();
	ticking.arg = arg;
	ticking.stop = false;
	if (!fake.ticks_itself)
		ticking.call = tick;
	else if (pthread_create(&ticking.thread, NULL, tick_often, tick))
		abort();
	return true;
}

void machine_tick_stop(void)
{
	ticking.call = NULL;
	if (!fake.ticks_itself)
		return;
	__atomic_store_n(&ticking.stop, true, __ATOMIC_RELAXED);
	pthread_join(ticking.thread, NULL);
}

void fake_machine_tick(void)
{
	if (!ticking.call)
		return;
	ticking.call(ticking.arg);
	__atomic_add_fetch(&fake.ticks, 1, __ATOMIC_RELAXED);
}

static struct {
	void (*call)(void *arg);
	void *arg;
} alarm_of;

bool machine_alarm_start(uint64_t ms, void (*call)(void *arg), void *arg)
{
	if (!fake.has_alarm)
		return false;
	fake.alarm_ms = ms;
	alarm_of.call = call;
	alarm_of.arg = arg;
	return true;
}

void machine_alarm_stop(void)
{
	fake.alarm_ms = 0;
}

void fake_machine_alarm(void)
{
	if (!fake.alarm_ms)
		return;
	fake.alarm_ms = 0;
	alarm_of.call(alarm_of.arg);
}

/* ---- facts ------------------------------------------------------------- */

const struct machine_clock *machine_clock(void)
{
	return &fake.clock;
}

const struct machine_facts *machine_facts(void)
{
	return &fake.facts;
}

void machine_look_before(void)
{
}

void machine_look_around(const char *during)
{
	(void)during;
}

void machine_look_back(void)
{
}

bool machine_granted(unsigned index, const char **what, const char **answer)
{
	*what = fake.granted;
	*answer = "yes";
	return fake.granted && !index;
}

uint64_t machine_run_id(void)
{
	return FAKE_RUN_ID;
}

const char *machine_log_advice(void)
{
	return NULL;
}

void machine_log_begun(void)
{
}

void machine_log_keep(void)
{
}

uint64_t machine_log_pace(void)
{
	return fake.log_pace;
}

uint64_t machine_dropped(void)
{
	return fake.dropped;
}

void machine_note(const char *experiment, const char *variant)
{
	fake.experiment = experiment;
	fake.variant = variant;
}

/* ---- memory ------------------------------------------------------------ */

static size_t pages(size_t bytes)
{
	return (bytes + MACHINE_PAGE - 1) / MACHINE_PAGE * MACHINE_PAGE;
}

void *machine_alloc(size_t bytes, size_t align)
{
	void *memory;

	bytes = pages(bytes);
	if (align < MACHINE_PAGE)
		align = MACHINE_PAGE;
	if (bytes > fake.memory_left)
		return NULL;
	memory = aligned_alloc(align, (bytes + align - 1) / align * align);
	if (!memory)
		return NULL;
	fake.memory_left -= bytes;
	return memset(memory, 0, bytes);
}

size_t machine_memory_left(void)
{
	return fake.memory_left;
}

void *machine_stack_alloc(size_t bytes, size_t *size)
{
	char *memory;

	if (!fake.stacks_left)
		return NULL;
	fake.stacks_left--;
	*size = pages(bytes);
	memory = mmap(NULL, MACHINE_PAGE + *size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED ||
	    mprotect(memory, MACHINE_PAGE, PROT_NONE))
		return NULL;
	return memory + MACHINE_PAGE;
}

/* ---- output ------------------------------------------------------------ */

static void note_parts(const char *text, size_t length)
{
	size_t lines = strlen(fake.parts);

	for (size_t i = 0; i < length; i++)
		if (text[i] == '\n' && lines < sizeof(fake.parts) - 1)
			fake.parts[lines++] = "-HR"[fake.part];
}

void machine_text(const char *text, size_t length)
{
	size_t room = sizeof(fake.text) - 1 - fake.text_length;

	note_parts(text, length);
	if (length > room)
		length = room;
	memcpy(fake.text + fake.text_length, text, length);
	fake.text_length += length;
	fake.text[fake.text_length] = 0;
}

void machine_style(enum machine_style style)
{
	fake.styled[style]++;
}

void machine_record(const char *line, size_t length)
{
	if (fake.records == FAKE_RECORDS)
		machine_panic("more records than the fake machine keeps");
	fake.record[fake.records++] = strndup(line, length);
}

unsigned fake_said(const char *one, const char *other)
{
	unsigned n = 0;

	for (unsigned i = 0; i < fake.records; i++)
		n += strstr(fake.record[i], one) &&
		     strstr(fake.record[i], other);
	return n;
}

const char *fake_last(void)
{
	return fake.records ? fake.record[fake.records - 1] : "";
}

const char *fake_printed(void)
{
	static char text[FAKE_TEXT_MAX];

	memcpy(text, fake.text, fake.text_length);
	text[fake.text_length] = 0;
	fake.text_length = 0;
	return text;
}

void machine_status(const char *text)
{
	snprintf(fake.status_line, sizeof(fake.status_line), "%s", text);
}

void machine_caution(const char *text)
{
	fake.caution = text;
}

void machine_part(enum machine_part part)
{
	fake.part = part;
}

void machine_page(void)
{
	fake.pages++;
}

void machine_screen(unsigned *columns, unsigned *rows)
{
	*columns = fake.columns;
	*rows = fake.rows;
}

/* ---- the end ----------------------------------------------------------- */

bool machine_stop_asked(void)
{
	fake.looks++;
	return fake.stop_asked;
}

void machine_stop(int status)
{
	fflush(NULL);
	_exit(status);
}

void machine_panic(const char *text)
{
	static char kept[256]; /* its own is gone after PANICS() */

	snprintf(kept, sizeof(kept), "%s", text);
	fake.panic_text = kept;
	if (fake.on_panic)
		longjmp(*fake.on_panic, 1);
	fprintf(stderr, "machine_panic: %s\n", text);
	abort();
}

/* ---- what is abandoned ------------------------------------------------- */

static struct {
	jmp_buf place;
	pthread_t thread;
} home;

bool machine_abandonable(void (*body)(void *arg), void *arg)
{
	bool ended = !setjmp(home.place);

	if (ended) {
		home.thread = pthread_self();
		abandon_begin();
		body(arg);
	} else {
		machine_tick_stop();
		machine_alarm_stop();
	}
	abandon_end();
	return ended;
}

/* Only the thread that began it can leave it. */
_Noreturn void abandon_now(void)
{
	if (!pthread_equal(home.thread, pthread_self()))
		machine_panic(machine_abandoned()->why);
	abandon_leave(0, (uint64_t)__builtin_return_address(0));
	longjmp(home.place, 1);
}

void machine_abandon(const char *why)
{
	if (!abandon_open())
		machine_panic(why);
	abandon_ask(why);
	abandon_now();
}

/* The other core is a thread, unless it is to be deaf. */
void machine_run_two(unsigned one, unsigned other,
		     void (*body)(unsigned core, void *arg), void *arg)
{
	bool deaf = fake.pairs++ < fake.deaf_pairs;

	if (one)
		machine_start(one, body, arg);
	if (other && other != one && !deaf)
		machine_start(other, body, arg);
	if (!one || !other)
		body(0, arg);
	machine_join();
}

struct machine_counters machine_counters(void)
{
	return (struct machine_counters){ 0 };
}
