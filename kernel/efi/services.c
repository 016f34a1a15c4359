/* SPDX-License-Identifier: MIT */
#include "kernel/efi/services.h"

#include "kernel/console/display.h"
#include "kernel/console/log_whole.h"
#include "kernel/console/notice.h"
#include "kernel/efi/interrupts.h"
#include "kernel/efi/limit.h"
#include "kernel/efi/map.h"
#include "kernel/efi/server.h"
#include "kernel/efi/world.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/time/alarm.h"
#include "kernel/words.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

#define MIB (1ull << 20)
#define GIB (1ull << 30)
#define BOOT_MAPPED (4 * GIB)      /* by boot/entry.asm */

/* Most that is taken from the firmware, and the part of its largest free range:
 * it needs some itself. */
#define ARENA_MOST (1 * GIB)
#define ARENA_PART 2u
#define ARENA_LEAST (16 * MIB)
#define LOG_BYTES (8 * MIB)
#define LOG_PART 8u                /* of the arena, where that is less */

#define EXIT_TRIES 3u              /* the map may change between two calls */
#define MAP_TRIES 3u
#define MAP_SLACK (16u << 10)      /* bytes: 341 ranges of 48 */
#define TICK_MS 100u               /* of a clock that does not stand */
#define OPTION_OFF "log=off"

/* What stays on the screen of a firmware that nothing leads out of. */
#define ASKING "Asking where the log goes. If this stays, start again with " \
	OPTION_OFF "."

/* LIMIT_SECONDS */
#define NO_WAY_BACK "the firmware did not answer for 20 s, and is left alone"
_Static_assert(LIMIT_SECONDS == 20, "as NO_WAY_BACK says");

extern char image_start[], image_code_end[], image_end[]; /* linker.ld */
extern uint64_t efi_stack;              /* boot/efi.asm */
struct world efi_theirs;
static struct world ours;

static struct {
	enum efi_services services;
	const char *refused;
	const char *placeless;   /* why the log has no place */
	bool lost;               /* never came back, and is not asked again */
	const struct efi_system_table *system;
	efi_handle image;
	struct volume volume;    /* what is open on it, or else */
	struct efi_pxe *server;  /* by a network */
	void (*work)(void);      /* of a visit */
	const char *unvisited;   /* why that was not done */
	uint64_t low_page, arena, arena_bytes, log, log_bytes;
	struct efi_map map;
	uint64_t memory;         /* bytes, ours and the firmware's */
} efi;

/* ---- arriving ------------------------------------------------------------ */

/* Pages below `limit`, zeroed; 0: there are none. */
static uint64_t take_pages(uint64_t bytes, uint64_t limit)
{
	uint64_t at = limit - 1;

	if (efi.system->boot->allocate_pages(
		    EFI_ALLOCATE_MAX_ADDRESS, EFI_LOADER_DATA,
		    (bytes + EFI_PAGE - 1) / EFI_PAGE, &at) != EFI_SUCCESS)
		return 0;
	memset((void *)at, 0, bytes);
	return at;
}

/* False: there is no map, *needed bytes of room for it, 0 where none helps. */
static bool map_fits(uint64_t *needed)
{
	uint64_t bytes = efi.map.room;
	uint32_t version;
	efi_status status = efi.system->boot->get_memory_map(
		&bytes, efi.map.entries, &efi.map.key, &efi.map.each, &version);

	*needed = status == EFI_BUFFER_TOO_SMALL ? bytes : 0;
	efi.map.bytes = status == EFI_SUCCESS ? bytes : 0;
	return status == EFI_SUCCESS;
}

/* However long it is; pages taken for it may make it longer. */
static bool read_map(void)
{
	uint64_t needed;

	for (unsigned tries = 0; tries < MAP_TRIES; tries++) {
		if (map_fits(&needed))
			return true;
		efi.map.room = needed ? needed + MAP_SLACK : 0;
		efi.map.entries = !needed ? NULL : (uint8_t *)take_pages(
			efi.map.room, BOOT_MAPPED);
		if (!efi.map.entries)
			efi.map.room = 0;
	}
	return false;
}

/* NULL, or what is wanting. */
static const char *take_memory(void)
{
	uint64_t largest = efi_map_largest(&efi.map, BOOT_MAPPED) * EFI_PAGE;

	efi.arena_bytes = min_u64(largest / ARENA_PART, ARENA_MOST);
	if (efi.arena_bytes < ARENA_LEAST)
		return "the firmware has little memory left";
	efi.log_bytes = min_u64(LOG_BYTES, efi.arena_bytes / LOG_PART);
	efi.low_page = take_pages(EFI_PAGE, MIB);
	efi.arena = take_pages(efi.arena_bytes, BOOT_MAPPED);
	efi.log = take_pages(efi.log_bytes, BOOT_MAPPED);
	if (!efi.low_page || !efi.arena || !efi.log)
		return "the firmware gives no memory";
	return NULL;
}

static bool asked_off(uintptr_t information)
{
	uint32_t size;
	const char *rest = multiboot2_tag(information, MULTIBOOT2_COMMAND,
					  &size);
	struct word word;

	while (rest && word_next(&rest, ' ', &word))
		if (word.letters == strlen(OPTION_OFF) &&
		    !memcmp(word.text, OPTION_OFF, word.letters))
			return true;
	return false;
}

/* By the firmware's tables, of four levels, each entry on the way counts. */
static bool may_run(uint64_t address)
{
	uint64_t entry = read_cr3();

	for (unsigned bit = 39; bit >= 12; bit -= 9) {
		const uint64_t *table = (void *)(entry & X86_PTE_ADDRESS);

		entry = table[address >> bit & (X86_TABLE_ENTRIES - 1)];
		if (entry & X86_PTE_NX)
			return false;
		if (entry & X86_PDE_LARGE)
			break;
	}
	return true;
}

/* What we do not save, could not load again, or could not run in. */
static const char *unlike_us(void)
{
	uint64_t cr4 = read_cr4();

	if (cr4 & X86_CR4_LA57)
		return "the firmware's page tables have five levels";
	if (cr4 & (X86_CR4_CET | X86_CR4_PCIDE))
		return "the firmware uses shadow stacks or process contexts";
	for (uintptr_t at = (uintptr_t)image_start;
	     at < (uintptr_t)image_code_end; at += X86_PAGE_SIZE)
		if (!may_run(at))
			return "the firmware maps our code no-execute";
	return NULL;
}

/* Where the boot loader came from: NULL, or why no log can go there. */
static const char *find_place(void)
{
	static const struct efi_guid guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
	const struct efi_boot_services *boot = efi.system->boot;
	struct efi_loaded_image *loaded = NULL;

	if (boot->handle_protocol(efi.image, &guid, (void **)&loaded) ||
	    !loaded || !loaded->device)
		return "the firmware does not know what it has booted from";
	efi.server = server_client(boot, loaded->device);
	if (efi.server)
		return server_unfit(efi.server);
	return volume_open(boot, loaded->device, &efi.volume);
}

static void look_for_place(void)
{
	efi.placeless = find_place();
}

/* NULL: all is ready for a log. The map is read in any case. */
static const char *prepare(uint32_t magic, uintptr_t information)
{
	const char *problem = unlike_us();

	if (problem)
		return problem;
	if (!efi_map_is_loaders(&efi.map, (uintptr_t)image_start,
				(uintptr_t)image_end))
		return "the boot loader put us over memory of the firmware";
	if (asked_off(information))
		return "not wanted (" OPTION_OFF ")";
	problem = take_memory(); /* there may be no asking for it later */
	if (problem)
		return problem;
	notice_draw(magic, information, cpu_address_bits(), CELL_PLAIN, ASKING);
	if (!limit_begin(efi.system->boot))
		return "the firmware gives no timer";
	efi.lost = !limit_call(look_for_place);
	return efi.lost ? NO_WAY_BACK : efi.placeless;
}

/* As a boot loader does it (UEFI 2.10, 7.4.6). */
static bool end_services(void)
{
	for (unsigned tries = 0; tries < EXIT_TRIES && read_map(); tries++)
		if (efi.system->boot->exit_boot_services(
			    efi.image, efi.map.key) == EFI_SUCCESS)
			return true;
	return false;
}

static bool find_tables(uintptr_t information)
{
	uint32_t size;
	const uint64_t *system, *image;

	if (!multiboot2_tag(information, MULTIBOOT2_EFI_SERVICES, &size))
		return false;
	system = multiboot2_tag(information, MULTIBOOT2_EFI64, &size);
	if (!system || size < sizeof(*system))
		return false;
	image = multiboot2_tag(information, MULTIBOOT2_EFI64_IMAGE, &size);
	if (!image || size < sizeof(*image))
		return false;
	efi.system = (const struct efi_system_table *)*system;
	efi.image = (efi_handle)*image;
	return true;
}

void efi_arrive(uint32_t magic, uintptr_t information)
{
	if (magic != MULTIBOOT2_BOOT_MAGIC || !find_tables(information))
		return;
	/* It would start the machine again in five minutes. */
	(void)efi.system->boot->set_watchdog(0, 0, 0, NULL);
	if (!read_map())
		efi.refused = "the firmware tells nothing of its memory";
	else
		efi.refused = prepare(magic, information);
	efi.services = EFI_KEPT;
	if (efi.refused && !efi.lost && end_services())
		efi.services = EFI_ENDED;
	else if (efi.refused && !efi.lost)
		(void)take_memory(); /* it stays, and owns all the rest */
	cli();
	efi_interrupts_take();
}

/* ---- what became of it ----------------------------------------------------- */

enum efi_services efi_services(void)
{
	return efi.services;
}

const char *efi_refused(void)
{
	return efi.refused;
}

uint64_t efi_memory_bytes(void)
{
	return efi.memory;
}

bool efi_memory(struct boot_info *boot)
{
	if (efi.services == EFI_NEVER_THERE)
		return false;
	/* Its pages are free, too, where the services have ended. */
	efi.memory = efi_map_usable(&efi.map);
	efi_map_describe(&efi.map, efi.services == EFI_ENDED, boot);
	if (efi.services == EFI_ENDED)
		return true;
	memmap_add(&boot->memory, efi.low_page, EFI_PAGE, true);
	memmap_add(&boot->memory, efi.arena, efi.arena_bytes, true);
	log_whole_begin((char *)efi.log, efi.log_bytes);
	return true;
}

/* ---- visits ---------------------------------------------------------------- */

const struct volume *efi_volume(void)
{
	return &efi.volume;
}

struct efi_pxe *efi_server(void)
{
	return efi.server;
}

void efi_pause(unsigned ms)
{
	(void)limit_wait(ms);
}

void efi_time(struct efi_time *time)
{
	if (efi.system->runtime->get_time(time, NULL) != EFI_SUCCESS)
		memset(time, 0, sizeof(*time));
}

/* In the firmware's world. */
static void guarded(void)
{
	efi.unvisited = NULL;
	if (!limit_wait(TICK_MS)) {
		efi.unvisited = "the firmware's clock stands";
		return;
	}
	efi.lost = !limit_call(efi.work);
	if (efi.lost)
		efi.unvisited = NO_WAY_BACK;
}

const char *efi_visit(void (*work)(void))
{
	if (efi.lost)
		return NO_WAY_BACK;
	efi.work = work;
	alarm_lend();
	efi_interrupts_give_back();
	world_visit(&ours, &efi_theirs, efi_stack, guarded);
	efi_interrupts_silence();
	lapic_enable();
	efi_interrupts_end();
	alarm_take_back();
	return efi.unvisited;
}
