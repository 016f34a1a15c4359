/* SPDX-License-Identifier: MIT */
/* A UEFI firmware: its tables and what they lead to. */
#include "tests/unit/kernel/efi/fake_efi.h"

#include <string.h>

#include "kernel/minmax.h"
#include "tests/unit/test.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* a firmware's functions */

#define REFUSED 14ull /* any status that is not 0 */
#define EACH 48u
#define MAP_BYTES 100000u /* far more than it fills */
#define ALARM ((efi_event)1)
#define CLOCK ((efi_event)2)
#define UNITS_OF_20_S 200000000u

struct fake_efi its;

static efi_status unless(enum efi_fault fault)
{
	return its.fault == fault ? REFUSED : EFI_SUCCESS;
}

static efi_status give(void *out, void *what, enum efi_fault fault)
{
	bool null = its.fault == fault && its.gives_null;

	*(void **)out = null ? NULL : what;
	return null ? EFI_SUCCESS : unless(fault);
}

/* ---- memory ------------------------------------------------------------ */

static uint8_t memory[20 << 20] __attribute__((aligned(EFI_PAGE)));

static void add_range(uint8_t *map, uint64_t *bytes, uint32_t type,
		      uint64_t start, uint64_t pages)
{
	struct efi_memory range = { .type = type, .start = start,
				    .pages = pages };

	memcpy(map + *bytes, &range, sizeof(range));
	*bytes += EACH;
}

static efi_status EFI_CALL get_memory_map(uint64_t *bytes, void *map,
					  uint64_t *key, uint64_t *each,
					  uint32_t *version)
{
	its.maps++;
	if (its.fault == NO_MAP)
		return REFUSED;
	if (*bytes < MAP_BYTES + its.grown) {
		*bytes = MAP_BYTES + its.grown;
		its.grown += its.fault == MAP_GROWS ? 1 << 20 : 0;
		its.wants_room = true;
		return EFI_BUFFER_TOO_SMALL;
	}
	*bytes = 0;
	*each = EACH;
	*version = 1;
	*key = its.maps;
	add_range(map, bytes, its.fault == BUSY_BELOW_US ?
		  EFI_BOOT_SERVICES_DATA : EFI_LOADER_DATA,
		  (uintptr_t)fake_image, FAKE_IMAGE_BYTES / EFI_PAGE);
	add_range(map, bytes, EFI_CONVENTIONAL, 0x1000000,
		  its.fault == SMALL ? 8191 : 8192);
	return EFI_SUCCESS;
}

static efi_status EFI_CALL allocate_pages(uint32_t how, uint32_t type,
					  uint64_t pages, uint64_t *at)
{
	CHECK_EQUAL(how, EFI_ALLOCATE_MAX_ADDRESS);
	CHECK_EQUAL(type, EFI_LOADER_DATA);
	if (unless(its.wants_room ? NO_ROOM : NO_PAGES))
		return REFUSED;
	its.rooms += its.wants_room;
	its.taken += !its.wants_room;
	its.wants_room = false;
	*at = (uintptr_t)memory + its.used;
	its.used += pages * EFI_PAGE;
	return its.used <= sizeof(memory) ? EFI_SUCCESS : REFUSED;
}

static efi_status EFI_CALL exit_boot_services(efi_handle image, uint64_t key)
{
	CHECK(image == &its);
	CHECK_EQUAL(key, its.maps); /* of the last map */
	return its.exits++ < its.refusals ? REFUSED : EFI_SUCCESS;
}

/* ---- timers ------------------------------------------------------------ */

static void (EFI_CALL *alarm_notify)(efi_event event, void *of);

static efi_status EFI_CALL create_event(uint32_t type, uint64_t tpl,
					void (EFI_CALL *notify)(efi_event event,
								void *of),
					void *of, efi_event *event)
{
	CHECK_EQUAL(type, notify ? 0x80000200 : 0x80000000);
	CHECK_EQUAL(tpl, notify ? 16 : 0); /* comes while a file system works */
	if (notify)
		alarm_notify = notify;
	*event = notify ? ALARM : CLOCK;
	return unless(notify ? NO_ALARM : NO_CLOCK);
}

static efi_status EFI_CALL set_timer(efi_event event, uint32_t how,
				     uint64_t units)
{
	CHECK_EQUAL(how, units ? EFI_TIMER_RELATIVE : EFI_TIMER_CANCEL);
	if (event == CLOCK) {
		its.clock = units;
		its.paused += units;
		its.looks = 0;
		return EFI_SUCCESS;
	}
	CHECK(event == ALARM && (!units || units == UNITS_OF_20_S));
	its.alarm = units;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL check_event(efi_event event)
{
	CHECK(event == CLOCK && its.clock);
	its.now += its.gap;
	return its.looks++ < its.late ? REFUSED : unless(CLOCK_STANDS);
}

static efi_status EFI_CALL set_watchdog(uint64_t seconds, uint64_t code,
					uint64_t bytes, uint16_t *text)
{
	CHECK_EQUAL(seconds, 0);
	return REFUSED; /* there need be none */
}

static efi_status EFI_CALL get_time(struct efi_time *time, void *abilities)
{
	*time = (struct efi_time){ .year = 2026, .month = 2, .day = 3 };
	return EFI_SUCCESS;
}

void fake_efi_hang(void)
{
	CHECK_EQUAL(its.alarm, UNITS_OF_20_S);
	alarm_notify(ALARM, NULL);
}

/* ---- the stick --------------------------------------------------------- */

static struct efi_file folder, marker, log;

/* By the first letter of its name. */
static efi_status EFI_CALL open_file(struct efi_file *in, struct efi_file **out,
				     const uint16_t *name, uint64_t mode,
				     uint64_t attributes)
{
	bool to_read = mode == EFI_FILE_READ;

	CHECK(in == &folder);
	if (*name == '\\') {
		CHECK(to_read);
		return give(out, &folder, NO_FOLDER);
	}
	if (*name == 'l' && its.fault == MARKER_READ_ONLY && !to_read)
		return REFUSED;
	if (*name == 'l')
		return give(out, &marker, NO_MARKER);
	CHECK_EQUAL(mode & ~EFI_FILE_CREATE, EFI_FILE_READ | EFI_FILE_WRITE);
	its.position = 0;
	if (its.fault == NOT_OPEN_AGAIN && !(mode & EFI_FILE_CREATE))
		return REFUSED;
	return give(out, &log, NO_FILE);
}

static efi_status EFI_CALL get_info(struct efi_file *f,
				    const struct efi_guid *kind,
				    uint64_t *bytes, void *info)
{
	struct efi_file_system_info *to = info;

	CHECK(*bytes >= sizeof(*to));
	to->read_only = its.fault == READ_ONLY || its.fault == NO_INFO;
	return unless(NO_INFO);
}

static efi_status EFI_CALL write_log(struct efi_file *f, uint64_t *bytes,
				     const void *from)
{
	CHECK(f == &log && its.position + *bytes <= FAKE_MEDIUM_BYTES);
	*bytes -= its.fault == WRITES_LESS;
	memcpy(its.bytes + its.position, from, *bytes);
	its.position += *bytes;
	its.size = its.position;
	return unless(CANNOT_WRITE);
}

static efi_status EFI_CALL read_log(struct efi_file *f, uint64_t *bytes,
				    void *to)
{
	size_t end = its.fault == ENDS_EARLY ? 4096 : its.size;

	CHECK(f == &log && its.alarm);
	*bytes = min_u64(*bytes, end - its.position);
	memcpy(to, its.bytes + its.position, *bytes);
	if (its.fault == WRONG_BYTE && its.wrong - its.position < *bytes)
		((char *)to)[its.wrong - its.position] ^= 1;
	its.position += *bytes;
	return unless(CANNOT_READ);
}

static efi_status EFI_CALL set_position(struct efi_file *f, uint64_t position)
{
	CHECK(f == &log);
	its.position = position;
	return unless(position ? CANNOT_GO_ON : NO_READING_BACK);
}

static efi_status EFI_CALL close_log(struct efi_file *f)
{
	CHECK(f == &log);
	return unless(NOT_CLOSED);
}

/* The bytes come to the medium by the marker's, the size by the log's. */
static efi_status EFI_CALL flush_marker(struct efi_file *f)
{
	CHECK(f == &marker);
	its.flushed = its.size;
	return its.fault == MARKER_READ_ONLY ? EFI_ACCESS_DENIED
					     : unless(MARKER_GONE);
}

static efi_status EFI_CALL flush_log(struct efi_file *f)
{
	CHECK(f == &log);
	CHECK_EQUAL(its.flushed, its.size);
	its.sizes++;
	return unless(NOT_FLUSHED);
}

static struct efi_file marker = { .flush = flush_marker };
static struct efi_file log = {
	.read = read_log, .write = write_log, .set_position = set_position,
	.close = close_log, .flush = flush_log };
static struct efi_file folder = { .open = open_file, .get_info = get_info };

static efi_status EFI_CALL open_volume(struct efi_file_system *system,
				       struct efi_file **out)
{
	return give(out, &folder, NO_ROOT);
}

/* ---- what it was booted from -------------------------------------------- */

struct efi_pxe_mode fake_pxe_mode;
struct efi_pxe fake_client = { .mode = &fake_pxe_mode };
static struct efi_loaded_image loaded;
static struct efi_file_system volume = { .open_volume = open_volume };

static efi_status EFI_CALL handle_protocol(efi_handle handle,
					   const struct efi_guid *guid,
					   void **protocol)
{
	static const struct efi_guid image = EFI_LOADED_IMAGE_PROTOCOL_GUID,
				     pxe = EFI_PXE_BASE_CODE_PROTOCOL_GUID;

	its.asked++;
	loaded.device = its.fault == NO_DEVICE ? NULL : &loaded;
	if (its.fault == HANGS)
		fake_efi_hang();
	if (!memcmp(guid, &image, sizeof(image))) {
		CHECK(handle == &its);
		return give(protocol, &loaded, NO_IMAGE);
	}
	CHECK(handle == &loaded);
	if (memcmp(guid, &pxe, sizeof(pxe)))
		return give(protocol, &volume, NO_FILES);
	*protocol = &fake_client;
	return its.by_network ? EFI_SUCCESS : REFUSED;
}

static const struct efi_boot_services boot = {
	.get_memory_map = get_memory_map, .allocate_pages = allocate_pages,
	.exit_boot_services = exit_boot_services,
	.create_event = create_event, .set_timer = set_timer,
	.check_event = check_event, .set_watchdog = set_watchdog,
	.handle_protocol = handle_protocol,
};
static const struct efi_runtime_services runtime = { .get_time = get_time };
const struct efi_system_table fake_system_table = { .boot = &boot,
						    .runtime = &runtime };
