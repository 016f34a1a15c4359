/* SPDX-License-Identifier: MIT */
/*
 * What we use of UEFI (2.10): its tables and protocols, by the names of the
 * specification. Functions that we never call are pointers in a row.
 */
#ifndef KERNEL_EFI_ABI_H
#define KERNEL_EFI_ABI_H

#include <stdint.h>

#define EFI_CALL __attribute__((ms_abi))

typedef uint64_t efi_status;
typedef void *efi_handle;
typedef void *efi_event;
typedef void (*efi_unused)(void);

#define EFI_SUCCESS 0ull
#define EFI_BUFFER_TOO_SMALL (1ull << 63 | 5) /* appendix D */
#define EFI_ACCESS_DENIED (1ull << 63 | 15)

struct efi_guid { uint32_t a; uint16_t b, c; uint8_t d[8]; };

#define EFI_LOADED_IMAGE_PROTOCOL_GUID { 0x5B1B31A1, 0x9562, 0x11D2, \
	{ 0x8E, 0x3F, 0x00, 0xA0, 0xC9, 0x69, 0x72, 0x3B } }
#define EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID { 0x964E5B22, 0x6459, 0x11D2, \
	{ 0x8E, 0x39, 0x00, 0xA0, 0xC9, 0x69, 0x72, 0x3B } }
#define EFI_PXE_BASE_CODE_PROTOCOL_GUID { 0x03C4E603, 0xAC28, 0x11D3, \
	{ 0x9A, 0x2D, 0x00, 0x90, 0x27, 0x3F, 0xC1, 0x4D } }
#define EFI_FILE_SYSTEM_INFO_ID { 0x09576E93, 0x6D3F, 0x11D2, \
	{ 0x8E, 0x39, 0x00, 0xA0, 0xC9, 0x69, 0x72, 0x3B } }

struct efi_table_header { /* 4.2 */
	uint64_t signature;
	uint32_t revision, size, crc, reserved;
};

/* ---- boot services (4.4, 7) --------------------------------------------- */

enum efi_memory_type {
	EFI_LOADER_CODE = 1, EFI_LOADER_DATA, EFI_BOOT_SERVICES_CODE,
	EFI_BOOT_SERVICES_DATA, EFI_RUNTIME_CODE, EFI_RUNTIME_DATA,
	EFI_CONVENTIONAL, EFI_UNUSABLE, EFI_ACPI_RECLAIM, EFI_ACPI_NVS,
};

enum efi_allocate { EFI_ALLOCATE_ANY, EFI_ALLOCATE_MAX_ADDRESS };

#define EFI_PAGE 4096u

#define EFI_EVENT_TIMER (1u << 31)
#define EFI_EVENT_NOTIFY_SIGNAL (1u << 9)
#define EFI_TPL_NOTIFY 16u /* above that of a file system, 7.1 */
#define EFI_UNITS_PER_MS 10000ull /* of a timer: 100 ns each */

enum efi_timer { EFI_TIMER_CANCEL, EFI_TIMER_PERIODIC, EFI_TIMER_RELATIVE };

struct efi_memory { /* as long as the map says, this at least */
	uint32_t type, padding;
	uint64_t start, virtual_start, pages, attribute;
};

struct efi_boot_services {
	struct efi_table_header header;
	efi_unused raise_tpl, restore_tpl;
	efi_status (EFI_CALL *allocate_pages)(uint32_t how, uint32_t type,
					      uint64_t pages, uint64_t *at);
	efi_unused free_pages;
	efi_status (EFI_CALL *get_memory_map)(uint64_t *bytes, void *map,
					      uint64_t *key, uint64_t *each,
					      uint32_t *version);
	efi_unused allocate_pool, free_pool;
	efi_status (EFI_CALL *create_event)(uint32_t type, uint64_t tpl,
					    void (EFI_CALL *notify)(
						    efi_event event, void *of),
					    void *of, efi_event *event);
	efi_status (EFI_CALL *set_timer)(efi_event event, uint32_t how,
					 uint64_t units);
	efi_unused wait_for_event, signal_event, close_event;
	efi_status (EFI_CALL *check_event)(efi_event event);
	efi_unused protocols[3];
	efi_status (EFI_CALL *handle_protocol)(efi_handle handle,
					       const struct efi_guid *guid,
					       void **protocol);
	efi_unused protocols_and_images[9];
	efi_status (EFI_CALL *exit_boot_services)(efi_handle image,
						  uint64_t key);
	efi_unused count;
	efi_status (EFI_CALL *stall)(uint64_t us);
	efi_status (EFI_CALL *set_watchdog)(uint64_t seconds, uint64_t code,
					    uint64_t bytes, uint16_t *text);
};
_Static_assert(__builtin_offsetof(struct efi_boot_services,
				  check_event) == 120, "UEFI 2.10, 4.4");
_Static_assert(__builtin_offsetof(struct efi_boot_services,
				  handle_protocol) == 152, "UEFI 2.10, 4.4");
_Static_assert(__builtin_offsetof(struct efi_boot_services,
				  exit_boot_services) == 232, "UEFI 2.10, 4.4");
_Static_assert(__builtin_offsetof(struct efi_boot_services,
				  set_watchdog) == 256, "UEFI 2.10, 4.4");

/* ---- runtime services (8.3) ---------------------------------------------- */

struct efi_time {
	uint16_t year;
	uint8_t month, day, hour, minute, second, padding;
	uint32_t nanosecond;
	int16_t zone;
	uint8_t daylight, padding2;
};

struct efi_runtime_services {
	struct efi_table_header header;
	efi_status (EFI_CALL *get_time)(struct efi_time *time, void *abilities);
};

/* ---- the system table (4.3) ---------------------------------------------- */

struct efi_system_table {
	struct efi_table_header header;
	const uint16_t *vendor;
	uint32_t revision, padding;
	void *consoles[6];
	const struct efi_runtime_services *runtime;
	const struct efi_boot_services *boot;
};
_Static_assert(__builtin_offsetof(struct efi_system_table, boot) == 96,
	       "UEFI 2.10, 4.3");

/* ---- files (13.4, 13.5) --------------------------------------------------- */

#define EFI_FILE_READ 1ull
#define EFI_FILE_WRITE 2ull
#define EFI_FILE_CREATE (1ull << 63)

struct efi_file {
	uint64_t revision;
	efi_status (EFI_CALL *open)(struct efi_file *in, struct efi_file **out,
				    const uint16_t *name, uint64_t mode,
				    uint64_t attributes);
	efi_status (EFI_CALL *close)(struct efi_file *file);
	efi_unused remove;
	efi_status (EFI_CALL *read)(struct efi_file *file, uint64_t *bytes,
				    void *to);
	efi_status (EFI_CALL *write)(struct efi_file *file, uint64_t *bytes,
				     const void *from);
	efi_unused get_position;
	efi_status (EFI_CALL *set_position)(struct efi_file *file,
					    uint64_t position);
	efi_status (EFI_CALL *get_info)(struct efi_file *file,
					const struct efi_guid *kind,
					uint64_t *bytes, void *info);
	efi_unused set_info;
	efi_status (EFI_CALL *flush)(struct efi_file *file);
};
_Static_assert(__builtin_offsetof(struct efi_file, flush) == 80,
	       "UEFI 2.10, 13.5");

struct efi_file_system {
	uint64_t revision;
	efi_status (EFI_CALL *open_volume)(struct efi_file_system *system,
					   struct efi_file **root);
};

struct efi_file_system_info {
	uint64_t size;
	uint8_t read_only, padding[7];
	uint64_t volume_bytes, free_bytes;
	uint32_t block_bytes;
	uint16_t label[64];
};

struct efi_loaded_image { /* 9.1 */
	uint32_t revision, padding;
	efi_handle parent;
	const struct efi_system_table *system;
	efi_handle device;
};

/* ---- the network that it was booted from (24.3) ---------------------------- */

#define EFI_UDP_ANY_SENDERS_PORT 2u

struct efi_address { uint32_t words[4]; }; /* of IPv4: the first, as sent */

struct efi_dhcp_packet { /* as it came (RFC 2131, 2) */
	uint32_t until_server[5];
	uint32_t server;       /* siaddr: who has the boot file */
	uint32_t rest[362];    /* 1472 bytes in all */
};

struct efi_pxe_mode {
	uint8_t started, ipv6_available, ipv6_supported, using_ipv6;
	uint8_t bis_supported, bis_detected, auto_arp, send_guid;
	uint8_t discover_valid, ack_received, proxy_offer_received;
	uint8_t pxe_discover_valid, pxe_reply_received;
	uint8_t bis_reply_received, icmp_error_received;
	uint8_t tftp_error_received, callbacks, ttl, tos;
	struct efi_address station, mask;
	struct efi_dhcp_packet discover, ack, proxy_offer, pxe_discover,
			       pxe_reply;
};
_Static_assert(__builtin_offsetof(struct efi_pxe_mode, ack) == 1524,
	       "UEFI 2.10, 24.3");

struct efi_pxe {
	uint64_t revision;
	efi_unused start, stop, dhcp, discover, mtftp;
	efi_status (EFI_CALL *udp_write)(struct efi_pxe *pxe, uint16_t flags,
					 const struct efi_address *to,
					 const uint16_t *to_port,
					 const struct efi_address *gateway,
					 const struct efi_address *from,
					 uint16_t *from_port,
					 const uint64_t *header_bytes,
					 const void *header,
					 const uint64_t *bytes,
					 const void *packet);
	efi_status (EFI_CALL *udp_read)(struct efi_pxe *pxe, uint16_t flags,
					struct efi_address *to,
					uint16_t *to_port,
					struct efi_address *from,
					uint16_t *from_port,
					uint64_t *header_bytes, void *header,
					uint64_t *bytes, void *packet);
	efi_unused filter, arp, set_parameters, set_station, set_packets;
	const struct efi_pxe_mode *mode;
};
_Static_assert(__builtin_offsetof(struct efi_pxe, mode) == 104,
	       "UEFI 2.10, 24.3");

#endif
