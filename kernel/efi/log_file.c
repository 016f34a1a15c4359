/* SPDX-License-Identifier: MIT */
#include "kernel/efi/log_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/console/log_whole.h"
#include "kernel/efi/limit.h"
#include "kernel/efi/server.h"
#include "kernel/efi/services.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/print.h"
#include "kernel/string.h"

OPTION_CHOICE(opt_log, "log", "on", "on off",
	      "off: no log is written to stick or server, and the firmware's "
	      "services are ended before the run");

#define FOLDER "quietcore/"
#define NAME_MAX 64u
#define PATH_MAX (NAME_MAX + sizeof(FOLDER))
#define PROCESSOR_MAX 24u /* letters of it in the name */
#define CHUNK 65536u      /* bytes: then the medium has it */
#define READ_BACK 2048u   /* bytes at once */
/* A firmware looks each second whether a stick is still there; asked for one
 * that is not, it waits for each block. */
#define NOTICES_MS 2000u
#define FAILED_MOST 2u /* visits in a row: a stick that is gone costs seconds */

static struct {
	enum { NOT_BEGUN, BEGUN, ENDED } state;
	char name[NAME_MAX];
	uint16_t wide[NAME_MAX]; /* as the firmware has it */
	size_t written;
	const char *problem;
	unsigned failed; /* visits before the end, in a row */
	bool whole;
	char readback[READ_BACK];
} file;

/* ---- its name -------------------------------------------------------------- */

/* Letters and digits of a brand, in small letters, other signs as one dash. */
static void slug(char *to, const char *from)
{
	char *end = to + PROCESSOR_MAX, *start = to;

	for (; *from && to < end; from++) {
		char small = *from | 0x20;
		bool word = (small >= 'a' && small <= 'z') ||
			    (*from >= '0' && *from <= '9');

		if (word)
			*to++ = *from >= 'A' && *from <= 'Z' ? small : *from;
		else if (to > start && to[-1] != '-')
			*to++ = '-';
	}
	while (to > start && to[-1] == '-')
		to--;
	*to = 0;
}

/* In the firmware's world: it has the date. */
static void make_name(void)
{
	char processor[PROCESSOR_MAX + 1];
	struct efi_time now;

	efi_time(&now);
	slug(processor, machine_facts()->cpu);
	format(file.name, sizeof(file.name), "%04u%02u%02u-%s-%016lx.log",
	       now.year, now.month, now.day, processor, machine_run_id());
	for (unsigned i = 0; i < NAME_MAX; i++)
		file.wide[i] = (uint8_t)file.name[i];
}

/* ---- in the firmware's world ------------------------------------------------ */

/* Up to the last record that a chunk holds whole, so that a power cut leaves
 * records. */
static size_t chunk_at(const char *log, size_t at, size_t bytes)
{
	size_t most = bytes - at < CHUNK ? bytes - at : CHUNK, size = most;

	while (size && log[at + size - 1] != '\n')
		size--;
	return size ? size : most;
}

/*
 * A firmware writes what it has cached in no order of ours, and the size of a
 * file only when that one is flushed. By another file the bytes come first: of a
 * power cut the log never has a size without them.
 */
static bool write_chunk(struct efi_file *to, const char *from, size_t size)
{
	struct efi_file *other = efi_volume()->marker;
	uint64_t bytes = size;
	efi_status status;

	if (to->write(to, &bytes, from) != EFI_SUCCESS || bytes != size)
		return false;
	status = other->flush(other);
	if (status != EFI_SUCCESS && status != EFI_ACCESS_DENIED)
		return false;
	return to->flush(to) == EFI_SUCCESS;
}

static const char *write_rest(struct efi_file *to)
{
	size_t bytes;
	bool full;
	const char *log = log_whole(&bytes, &full);

	if (to->set_position(to, file.written) != EFI_SUCCESS)
		return "the file cannot be gone on with";
	while (file.written < bytes) {
		size_t size = chunk_at(log, file.written, bytes);

		limit_anew();
		if (!write_chunk(to, log + file.written, size))
			return "it cannot be written: the stick is full, or gone";
		file.written += size;
	}
	return NULL;
}

static const char *compare(struct efi_file *with)
{
	size_t bytes;
	bool full;
	const char *log = log_whole(&bytes, &full);

	if (with->set_position(with, 0) != EFI_SUCCESS)
		return "it cannot be read back";
	for (size_t at = 0; at < bytes;) {
		uint64_t got = bytes - at < READ_BACK ? bytes - at : READ_BACK;

		limit_anew();
		if (with->read(with, &got, file.readback) != EFI_SUCCESS ||
		    !got || memcmp(file.readback, log + at, got))
			return "what is read back differs";
		at += got;
	}
	return NULL;
}

static const char *open_as(uint64_t mode, struct efi_file **out)
{
	struct efi_file *folder = efi_volume()->folder;

	*out = NULL;
	if (folder->open(folder, out, file.wide, mode, 0) != EFI_SUCCESS ||
	    !*out)
		return "the stick is not there any more, read-only or full";
	return NULL;
}

/* TFTP knows no appending: all of it. */
static void send_file(struct efi_pxe *server)
{
	char path[PATH_MAX];
	size_t bytes;
	bool full;
	const char *log = log_whole(&bytes, &full);

	format(path, sizeof(path), FOLDER "%s", file.name);
	file.problem = server_put(server, path, log, bytes);
}

enum part { FIRST, MORE, LAST };

static void write_file(enum part part)
{
	struct efi_file *out;

	if (efi_server()) {
		send_file(efi_server());
		return;
	}
	file.problem = open_as(EFI_FILE_READ | EFI_FILE_WRITE |
			       (part == FIRST ? EFI_FILE_CREATE : 0), &out);
	if (file.problem)
		return;
	file.problem = write_rest(out);
	if (!file.problem && part == LAST)
		file.problem = compare(out);
	if (out->close(out) != EFI_SUCCESS && !file.problem)
		file.problem = "it cannot be closed";
}

static void begin_file(void)
{
	make_name();
	write_file(FIRST);
}

static void go_on_with_file(void)
{
	write_file(MORE);
}

static void end_file(void)
{
	if (!efi_server())
		efi_pause(NOTICES_MS);
	write_file(LAST);
}

/* ---- public ------------------------------------------------------------ */

static void visit(void (*work)(void))
{
	const char *problem = efi_visit(work);

	if (problem)
		file.problem = problem;
}

void log_file_begin(void)
{
	if (efi_services() != EFI_KEPT || efi_refused() ||
	    !strcmp(opt_log.text, "off"))
		return;
	visit(begin_file);
	file.state = file.problem ? ENDED : BEGUN;
	if (file.problem)
		log_warning("log_not_kept", "no log is kept: %s",
			    file.problem);
}

/* A server would get all of it each time: TFTP knows no appending. What fails is
 * tried again after the next experiment: a firmware's clock may be late. */
void log_file_keep(void)
{
	if (file.state != BEGUN || efi_server() || file.failed == FAILED_MOST)
		return;
	file.problem = NULL;
	visit(go_on_with_file);
	if (!file.problem) {
		file.failed = 0;
		return;
	}
	file.failed++;
	log_warning("log_not_kept", "the log on the stick is not gone on with "
		    "now: %s", file.problem);
}

static const char *place_of(void)
{
	return efi_server() ? "server" : "stick";
}

static void tell(void)
{
	size_t bytes;
	bool full;
	const char *place = place_of();

	(void)log_whole(&bytes, &full);
	if (file.problem) {
		machine_style(MACHINE_WARN);
		print("The log on the %s is not whole:\n%s\n", place,
		      file.problem);
	} else {
		print("Log on the %s: %s\n%lu KB in the folder quietcore, "
		      "%s%s.\n", place, file.name, bytes / 1000,
		      efi_server() ? "acknowledged by it" :
				     "read back and the same",
		      full ? "; there was no memory for all of it" : "");
	}
	machine_style(MACHINE_PLAIN);
}

void log_file_end(void)
{
	if (file.state != BEGUN)
		return;
	file.state = ENDED;
	/* What stays on the screen of a firmware that hangs. */
	print("Writing the log to the %s. Nothing is written but this log.\n",
	      place_of());
	visit(end_file);
	file.whole = !file.problem;
	tell();
}

bool log_file_whole(void)
{
	return file.whole;
}

void machine_log_begun(void)
{
	log_file_begin();
}

void machine_log_keep(void)
{
	log_file_keep();
}
