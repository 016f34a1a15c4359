/* SPDX-License-Identifier: MIT */
#include "bench/swap.h"

#include "bench/bench.h"
#include "bench/crowd.h"
#include "bench/lock_check.h"
#include "bench/queue_check.h"
#include "bench/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "sched/queue/shared.h"
#include "sched/sched.h"

#define NAMES_MAX 512u
#define CHECKED_CAPACITY 64u /* of a queue that is proven */

OPTION_TEXT(opt_lock, "lock", "",
	    "lock around the shared queue of scheduler and executor `shared`");
OPTION_TEXT(opt_queue, "queue", "",
	    "queue in its place: any that all cores may push to and pop from");

static struct swap chosen;
static const char *unfit; /* why the two cannot be chosen; NULL: they can */

const struct swap *swap_chosen(void)
{
	return &chosen;
}

/* ---- by name ----------------------------------------------------------- */

void swap_fill(void)
{
	chosen = (struct swap){ NULL, NULL };
	LOCK_EACH(entry)
		if (!strcmp((*entry)->name, opt_lock.text))
			chosen.lock = *entry;
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!strcmp((*entry)->name, opt_queue.text))
			chosen.queue = *entry;
	unfit = shared_queue_unfit(chosen.lock, chosen.queue);
	if (unfit)
		chosen = (struct swap){ NULL, NULL };
}

static bool complain(const char *option, const char *name, const char *why)
{
	log_warning("bad_option", "%s=%s: %s", option, name, why);
	machine_style(MACHINE_BAD);
	print("%s=%s: %s\n", option, name, why);
	machine_style(MACHINE_PLAIN);
	return false;
}

static void add_name(char text[NAMES_MAX], const char *name)
{
	size_t at = strlen(text);

	format(text + at, NAMES_MAX - at, " %s", name);
}

static bool complain_of_lock(void)
{
	char text[NAMES_MAX] = "no lock is called that; there are:";

	LOCK_EACH(entry)
		add_name(text, (*entry)->name);
	return complain("lock", opt_lock.text, text);
}

/* And names those that can be chosen. */
static bool complain_of_queue(const char *why)
{
	char text[NAMES_MAX];

	format(text, sizeof(text), "%s; there are:", why);
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!shared_queue_unfit(NULL, *entry))
			add_name(text, (*entry)->name);
	return complain("queue", opt_queue.text, text);
}

bool swap_check(void)
{
	bool ok = true;

	if (unfit)
		return complain_of_queue(unfit);
	if (opt_lock.given && !chosen.lock)
		ok = complain_of_lock();
	if (opt_queue.given && !chosen.queue)
		ok = complain_of_queue("no queue is called that");
	return ok;
}

/* ---- from now on ------------------------------------------------------- */

static const char *name(void)
{
	return chosen.lock ? chosen.lock->name : chosen.queue->name;
}

static const char *what(void)
{
	return chosen.lock ? "lock" : "queue";
}

/* Why nothing may be run over what was chosen; NULL where all is right. */
static const char *fault(unsigned cores)
{
	const struct queue_kind *queue = chosen.queue;
	size_t size = queue ? queue->size : chosen.lock->size;
	void *object = bench_scratch(size);
	void *memory = bench_scratch(queue ? queue->bytes(CHECKED_CAPACITY) : 1);
	uint64_t checked;
	bool right;

	if (!object || !memory)
		return "not enough memory to prove it";
	if (queue) {
		queue->init(object, memory, CHECKED_CAPACITY);
		right = queue_check(queue, object, cores > 1 ? cores / 2 : 1,
				    cores, &checked);
	} else {
		chosen.lock->init(object);
		right = lock_check(chosen.lock, object, cores, &checked);
	}
	return right ? NULL : "fails its proof; nothing is run over it";
}

bool swap_install(unsigned cores)
{
	const char *why;

	if (!chosen.lock && !chosen.queue)
		return true;
	machine_note("swap", name());
	crowd_look(cores); /* how long the proof may take */
	scratch_empty();
	why = fault(cores);
	scratch_empty();
	if (why)
		return complain(what(), name(), why);
	if (!sched_share(chosen.lock, chosen.queue))
		return complain(what(), name(), "not enough memory");
	return true;
}

void swap_record(void)
{
	if (chosen.lock || chosen.queue)
		log_name(what(), name());
}

void swap_heading(void)
{
	if (!chosen.lock && !chosen.queue)
		return;
	machine_style(MACHINE_WARN);
	print("Shared queue of the scheduler and of `shared`: %s %s\n", what(),
	      name());
	machine_style(MACHINE_PLAIN);
}
