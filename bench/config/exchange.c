/* SPDX-License-Identifier: MIT */
#include "bench/config/exchange.h"

#include "bench/config/complain.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "sched/queue/shared.h"

OPTION_TEXT(opt_lock, "lock", "",
	    "lock around the shared queue of scheduler and executor `shared`");
OPTION_TEXT(opt_queue, "queue", "",
	    "queue in its place: any that all cores may push to and pop from");

static struct exchange chosen;
static const char *unfit; /* why the two cannot be chosen; NULL: they can */

const struct exchange *exchange_chosen(void)
{
	return &chosen;
}

/* ---- by name ----------------------------------------------------------- */

void exchange_fill(void)
{
	chosen = (struct exchange){ NULL, NULL };
	LOCK_EACH(entry)
		if (!strcmp((*entry)->name, opt_lock.text))
			chosen.lock = *entry;
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!strcmp((*entry)->name, opt_queue.text))
			chosen.queue = *entry;
	unfit = shared_queue_unfit(chosen.lock, chosen.queue);
	if (unfit)
		chosen = (struct exchange){ NULL, NULL };
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

bool exchange_check(void)
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

const char *exchange_name(void)
{
	return chosen.lock ? chosen.lock->name :
	       chosen.queue ? chosen.queue->name : NULL;
}

const char *exchange_what(void)
{
	return chosen.lock ? "lock" : "queue";
}

bool exchange_refuse(const char *why)
{
	return complain("bad_option", "%s=%s: %s", exchange_what(),
			exchange_name(), why);
}

void exchange_record(void)
{
	if (chosen.queue) {
		log_null("lock");
		log_name("queue", chosen.queue->name);
	} else if (chosen.lock) {
		log_name("lock", chosen.lock->name);
		log_format("queue", "ring/%s", chosen.lock->name);
	} else {
		log_name("lock", SHARED_QUEUE_LOCK);
		log_name("queue", SHARED_QUEUE_NAME);
	}
}

void exchange_heading(void)
{
	if (!exchange_name())
		return;
	machine_style(MACHINE_WARN);
	print("Shared queue of the scheduler and of `shared`: %s %s\n",
	      exchange_what(), exchange_name());
	machine_style(MACHINE_PLAIN);
}
