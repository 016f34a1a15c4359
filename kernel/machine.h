/* SPDX-License-Identifier: MIT */
/*
 * The machine: all that sched/ and bench/ may ask of what lies beneath them.
 *
 * Two machines implement this contract with the same meaning: kernel/ (the
 * bare one, our image) and hosted/ (Linux, pinned threads). Whatever an
 * experiment needs beyond this file is a reason to widen it, not to go
 * around it. The rest of the contract stands where few need it: text for
 * people in print.h, where the log goes in log.h, what only an experiment
 * about it may use in interrupts.h and timers.h.
 *
 * A *core* is a started core; cores are numbered 0 .. machine_cores() - 1
 * without gaps. Core 0 runs the program, the others are parked (halted, not
 * spinning) until machine_run() hands them something.
 */
#ifndef KERNEL_MACHINE_H
#define KERNEL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MACHINE_MAX_CORES 1024   /* upper bound of every per-core table */
#define MACHINE_PAGE 4096u       /* bytes in a page */
#define MACHINE_LINE 64u         /* bytes in a cache line */
#define MACHINE_LINE_PAIR 128u   /* two lines: the prefetcher's unit */
#define MACHINE_NEVER UINT64_MAX /* a deadline that does not come */

/* ---- cores ------------------------------------------------------------- */

enum core_state { CORE_STARTED, CORE_FAILED, CORE_SKIPPED };

/* What is known of one core the firmware lists, started or not. */
struct machine_core_info {
	uint32_t apic_id;
	enum core_state state;
	const char *reason;     /* why not started; NULL when it was */
	/* -1 where unknown; module and core_id count within the die. */
	int package, die, module, core_id, thread, node;
	const char *type;       /* "performance", "efficiency", "uniform" */
	bool tsc_adjust_known;
	int64_t tsc_adjust;     /* MSR 3Bh: what firmware added to the stamp */
	uint32_t microcode;     /* revision; 0 where it cannot be asked */
};

/* Started cores; at least 1. Any core, any time after start. */
unsigned machine_cores(void);

/* Facts of a listed core; started ones first, in core order. NULL past end. */
const struct machine_core_info *machine_core_info(unsigned listed);

/* ---- the calling core -------------------------------------------------- */

/*
 * What %gs points to on every core of either machine, so that "which core am
 * I" and "whose scheduler is this" are one load each.
 */
struct machine_local {
	struct machine_local *self; /* %gs:0 */
	uint32_t core;
	uint32_t apic_id;
	void *scheduler;            /* sched/'s own; NULL outside sched_run() */
};

/* The core that calls. One load. */
static inline unsigned machine_core(void)
{
	uint32_t core;

	__asm__("movl %%gs:%c1, %0"
		: "=r"(core) : "i"(offsetof(struct machine_local, core)));
	return core;
}

/* The calling core's scheduler. One load. */
static inline void *machine_scheduler(void)
{
	void *scheduler;

	/* volatile: it must not move over machine_scheduler_set(). */
	__asm__ volatile("movq %%gs:%c1, %0" : "=r"(scheduler)
			 : "i"(offsetof(struct machine_local, scheduler)));
	return scheduler;
}

static inline void machine_scheduler_set(void *scheduler)
{
	__asm__ volatile("movq %0, %%gs:%c1" : : "r"(scheduler),
			 "i"(offsetof(struct machine_local, scheduler))
			 : "memory");
}

/* ---- running ----------------------------------------------------------- */

/*
 * Runs body(core, arg) once on each of the cores 0 .. cores - 1 and returns
 * when all have returned. Core 0 only, not from within a body. The bodies
 * start as their cores wake: whoever needs a common start uses a barrier.
 */
void machine_run(unsigned cores, void (*body)(unsigned core, void *arg),
		 void *arg);

/* The same on these two alone, or on one where both are the same: the cores
 * between them are not woken, which takes long where there are hundreds. */
void machine_run_two(unsigned one, unsigned other,
		     void (*body)(unsigned core, void *arg), void *arg);

/*
 * Its two halves, for who wants other cores only once it knows that they are
 * worth it. machine_start() hands a parked core other than 0 a body and comes
 * back at once; machine_join() returns when all bodies handed out since the
 * last one have returned. Core 0 only, not from within machine_run(); a core
 * is started once before it is joined: machine_panic() where it runs a body
 * still. One that has not returned so many seconds after core 0 came to join it
 * is lost: machine_panic() names it.
 */
#define MACHINE_JOIN_SECONDS 60u
void machine_start(unsigned core, void (*body)(unsigned core, void *arg),
		   void *arg);
void machine_join(void);

/*
 * Cores that wait for a body, and core 0 in machine_join(), spin from now on;
 * or they halt again, as ever. What waking them costs is the difference. Core 0
 * only, not from within machine_run().
 */
void machine_stay_awake(bool awake);

/* ---- waiting ----------------------------------------------------------- */

/*
 * Sleeps until another core calls machine_wake() for this one or the time
 * stamp reaches deadline (ticks; MACHINE_NEVER for none). A wake is latched:
 * one that comes before the wait ends it at once, so nothing is lost between
 * the last look at a condition and the sleep. May return early: the caller
 * looks again. On the bare machine a core takes interrupts in here alone, but
 * for core 0's tick. So what is measured is interrupted only by that, and by
 * what cannot be masked (NMI, SMI).
 */
void machine_wait(uint64_t deadline);

/* Ends the current or the next machine_wait() of that core. Any core. */
void machine_wake(unsigned core);

/* ---- tick -------------------------------------------------------------- */

/*
 * From now on, core 0 calls tick(arg) each period (ticks), whatever it is
 * doing, until the stop; what comes too late is left out. On the bare machine
 * that is a timer interrupt, on Linux a signal. tick() runs on a stack of some
 * KiB of its own; it takes no lock, calls no scheduler and writes no log: it
 * reads and writes atomic words. Core 0. False: no such timer.
 */
bool machine_tick_start(uint64_t period, void (*tick)(void *arg), void *arg);
void machine_tick_stop(void);

/*
 * Once, after so many milliseconds, core 0 calls call(arg) whatever it is doing,
 * with interrupts off, too: by an NMI. call() is held to what tick() is, and may
 * start it anew; so may the tick. Starting it puts it off. Before its time it
 * costs nothing, and needs no timer that machine_wait() or the tick needs. Core
 * 0. False: this machine has none.
 */
bool machine_alarm_start(uint64_t ms, void (*call)(void *arg), void *arg);
void machine_alarm_stop(void);

/*
 * body(arg) on the calling core, with step() before each of its instructions,
 * whose bytes it gets, until it says false: so it can be held up anywhere.
 * step() is held to what tick() is, and is not itself stepped; body() neither
 * waits nor prints.
 */
void machine_step(void (*body)(void *arg), void *arg,
		  bool (*step)(const uint8_t *instruction));

/* ---- time -------------------------------------------------------------- */

struct machine_clock {
	uint64_t hz;            /* ticks of the time stamp in a second */
	const char *source;     /* where hz comes from */
	uint32_t spread_ppm;    /* between the best two sources */
	bool spread_known;      /* false: only one source answered */
	bool invariant;         /* CPUID 8000_0007h EDX[8] */
	bool has_rdtscp;        /* which of the two stop reads is used */
	uint64_t skew_ticks;    /* bound on the difference of two cores' stamps */
	bool skew_known;
	uint64_t apart_ticks;   /* what some core's stamp surely differs by */
};

const struct machine_clock *machine_clock(void);

/* ---- counters ---------------------------------------------------------- */

/*
 * What counts on the calling core: SMIs; the ticks of the core's real
 * (aperf) and nominal (mperf) clock while it was not halted; and where an
 * operating system may take the core away, how often it did so, its page
 * faults, and the time a hypervisor stole. To be read in pairs: only
 * differences mean something.
 */
struct machine_counters {
	bool smi_known, clock_known, system_known, steal_known;
	uint64_t smi, aperf, mperf;
	uint64_t switches, faults; /* of this thread, by the system */
	uint64_t steal_us;
};
struct machine_counters machine_counters(void);

/* ---- causes of a gap --------------------------------------------------- */

/* What may take a core away, as far as the machine counts it; the bare one counts
 * SMIs, and only where the processor does. */
#define CAUSES_MOST 24u
#define CAUSE_NAME_MAX 32u

struct machine_cause {
	char name[CAUSE_NAME_MAX]; /* "context switch", "local timer" */
	uint64_t count;            /* so often since some start */
};

/*
 * The causes that the machine counts for the calling core, and how often each
 * came: how many there are. The order is always the same, and of what comes
 * together the first explains the rest: a context switch brings interrupts.
 * May take 100 us. Any core.
 */
unsigned machine_causes(struct machine_cause cause[CAUSES_MOST]);

/*
 * Brings one upon the calling core, for a test of who counts them; `how` is
 * "switch", "migration", "fault" or "timer". Returns the cause's name; NULL where
 * this machine cannot, or does not count it.
 */
const char *machine_cause_plant(const char *how);

/* ---- memory ------------------------------------------------------------ */

/*
 * Zeroed pages for the whole run; nothing is given back. align is a power of
 * two. NULL when there is no more. Core 0 only.
 */
void *machine_alloc(size_t bytes, size_t align);

/* Bytes machine_alloc() can still give. */
size_t machine_memory_left(void);

/*
 * A stack of at least `bytes` with an unmapped guard page below it: running
 * over its end faults at once. Returns the lowest usable address, NULL when
 * out of memory; *size gets the usable bytes. Any core.
 */
void *machine_stack_alloc(size_t bytes, size_t *size);

/* ---- facts ------------------------------------------------------------- */

enum machine_cache_kind {
	MACHINE_CACHE_DATA, MACHINE_CACHE_CODE, MACHINE_CACHE_UNIFIED,
};

struct machine_cache {
	unsigned level;
	enum machine_cache_kind kind;
	uint64_t bytes;
	unsigned line, ways;    /* bytes of a line; 0 where unknown */
	unsigned shared;        /* cores that share it; 0 where unknown */
};

/* Of physical memory, as the boot loader tells. */
struct machine_range {
	uint64_t base, length;  /* bytes */
	uint32_t type;          /* by Multiboot: 1 is usable */
};

struct machine_facts {
	const char *machine;    /* "bare" or "linux" */
	const char *trust;      /* detected label, see docs/method.md */
	bool on_metal;          /* the label is "metal" */
	const char *signs;      /* what the label rests on */
	const char *hypervisor; /* CPUID's name, "" without one */
	const char *cpu;        /* brand string */
	int turbo, hwp;         /* 1 on, 0 off, -1 where it cannot be known */
	uint64_t memory_bytes;  /* of the machine, usable; 0 where unknown */

	const struct machine_range *memory_map;
	unsigned memory_ranges; /* of the map; 0 where unknown */

	/* Names that the firmware or maker gave; NULL where unknown. */
	const char *maker, *product, *board, *firmware;

	const struct machine_cache *cache; /* of core 0 */
	unsigned caches;                   /* how many; 0 where unknown */

	/* Instructions that save vector registers, and the bytes XSAVE needs
	 * (0: it cannot be used); whether there are 256-bit registers. */
	bool fxsave, xsaveopt, ymm;
	uint32_t xsave_bytes;

	/* Services of a UEFI firmware: "kept", asleep, or "left" to us to end;
	 * NULL: never there, or unknown. */
	const char *boot_services;

	/* What finds a body on core 0 that hangs: "nmi", interrupts off or not;
	 * "timer", an interrupt; "signal", of Linux; NULL: nothing. */
	const char *watchdog;

	const char *command_line;
	uint32_t image_crc;     /* CRC-32 of the loaded .text and .rodata */
	unsigned cores_asked;   /* cores the firmware lists as enabled */
	unsigned cores_listed;  /* entries machine_core_info() knows */
};

const struct machine_facts *machine_facts(void);

/*
 * What the machine asked its operating system for, to measure fairly, and
 * what it got: in order, false past the last one. The bare one asks nobody.
 */
bool machine_granted(unsigned index, const char **what, const char **answer);

/*
 * Warns of what others do to the machine: before anything is measured; while this
 * experiment ran; in the whole run. Core 0, outside any run. The bare one is our
 * own: it warns of nothing.
 */
void machine_look_before(void);
void machine_look_around(const char *during);
void machine_look_back(void);

/*
 * What was found worth a warning before the program ran, in order: the
 * program puts it into the log. False past the last one.
 */
bool machine_warning(unsigned index, const char **code, const char **text);

/* ---- the run ----------------------------------------------------------- */

/*
 * What the cores are doing now, for the fault dump; strings must outlive the
 * run. Core 0 only.
 */
void machine_note(const char *experiment, const char *variant);

/*
 * What tells this run from any other: stands in every record of its log. Made
 * by the first call, the same from then on. Any core, any context, no lock.
 */
uint64_t machine_run_id(void);

/*
 * Has somebody pressed Esc since the machine has started? It looks at the
 * keyboard: core 0, never while anything is measured, for a look may take
 * microseconds and be an SMI. Linux has signals for that, and it is false.
 */
bool machine_stop_asked(void);

/* How a run ended: the status of the Linux program, too. */
enum machine_end { MACHINE_OK, MACHINE_FAILED, MACHINE_STOPPED };

/* Ends the run: flushes the sinks and leaves. */
_Noreturn void machine_stop(int status);

/*
 * Stops with a panic record that carries this text. Any core, any context,
 * takes no lock.
 */
_Noreturn void machine_panic(const char *text);

#endif
