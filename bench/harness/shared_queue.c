/* SPDX-License-Identifier: MIT */
#include "bench/harness/shared_queue.h"

#include "bench/bench.h"
#include "bench/config/complain.h"
#include "bench/conditions/timesharing.h"
#include "bench/harness/lock_check.h"
#include "bench/harness/queue_check.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "sched/queue/shared.h"
#include "sched/sched.h"

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

static bool complain_of_lock(void)
{
	wrong_name_begin("lock", word_of(opt_lock.text));
	LOCK_EACH(entry)
		wrong_name_offer((*entry)->name);
	return wrong_name_end("bad_option", "lock");
}

/* And names those that can be chosen. */
static bool complain_of_queue(void)
{
	wrong_name_begin("queue for all cores", word_of(opt_queue.text));
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!shared_queue_unfit(NULL, *entry))
			wrong_name_offer((*entry)->name);
	return wrong_name_end("bad_option", "queue");
}

bool swap_check(void)
{
	bool ok = true;

	if (unfit)
		return complain("bad_option", "queue=%s: %s", opt_queue.text,
				unfit);
	if (opt_lock.given && !chosen.lock)
		ok = complain_of_lock();
	if (opt_queue.given && !chosen.queue)
		ok = complain_of_queue();
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
	timesharing_look(cores); /* how long the proof may take */
	scratch_empty();
	why = fault(cores);
	scratch_empty();
	if (!why && !sched_share(chosen.lock, chosen.queue))
		why = "not enough memory";
	if (why)
		return complain("bad_option", "%s=%s: %s", what(), name(), why);
	return true;
}

void swap_record(void)
{
	const char *lock = chosen.lock ? chosen.lock->name : SHARED_QUEUE_LOCK;

	if (chosen.queue) {
		log_null("lock");
		log_name("queue", chosen.queue->name);
	} else {
		log_name("lock", lock);
		log_format("queue", "ring/%s", lock);
	}
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
