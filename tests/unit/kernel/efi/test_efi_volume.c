/* SPDX-License-Identifier: MIT */
/* kernel/efi/volume.c on firmwares that refuse, or answer nonsense. */
#include "kernel/efi/volume.h"

#include <stdbool.h>
#include <string.h>

#include "tests/unit/test.h"

#define NOT_FOUND 14ull

static struct {
	enum {
		NO_FAULT, NO_PROTOCOL, NULL_PROTOCOL, NO_VOLUME, NULL_ROOT,
		READ_ONLY, NO_INFO, NO_FOLDER, NULL_FOLDER, NO_MARKER,
		NULL_MARKER,
	} fault;
	unsigned opened;
	bool not_to_write; /* the marker */
} its;

static efi_status EFI_CALL file_open(struct efi_file *in, struct efi_file **out,
				     const uint16_t *name, uint64_t mode,
				     uint64_t attributes)
{
	bool marker = its.opened++;

	(void)attributes;
	if (marker && its.opened == 2)
		CHECK_EQUAL(mode, EFI_FILE_READ | EFI_FILE_WRITE);
	else
		CHECK_EQUAL(mode, EFI_FILE_READ);
	if (mode != EFI_FILE_READ && its.not_to_write)
		return NOT_FOUND;
	CHECK_EQUAL(name[0], marker ? 'l' : '\\');
	if (its.fault == (marker ? NO_MARKER : NO_FOLDER))
		return NOT_FOUND;
	*out = its.fault == (marker ? NULL_MARKER : NULL_FOLDER) ? NULL : in;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL file_info(struct efi_file *file,
				     const struct efi_guid *kind,
				     uint64_t *bytes, void *info)
{
	struct efi_file_system_info *to = info;

	(void)file, (void)kind;
	CHECK(*bytes >= sizeof(*to));
	if (its.fault == NO_INFO)
		return NOT_FOUND;
	memset(to, 0, sizeof(*to));
	to->read_only = its.fault == READ_ONLY;
	return EFI_SUCCESS;
}

static struct efi_file root = {
	.open = file_open, .get_info = file_info };

static efi_status EFI_CALL open_volume(struct efi_file_system *system,
				       struct efi_file **out)
{
	(void)system;
	*out = its.fault == NULL_ROOT ? NULL : &root;
	return its.fault == NO_VOLUME ? NOT_FOUND : EFI_SUCCESS;
}

static struct efi_file_system files = { .open_volume = open_volume };

static efi_status EFI_CALL handle_protocol(efi_handle handle,
					   const struct efi_guid *guid,
					   void **protocol)
{
	(void)handle, (void)guid;
	*protocol = its.fault == NULL_PROTOCOL ? NULL : &files;
	return its.fault == NO_PROTOCOL ? NOT_FOUND : EFI_SUCCESS;
}

static const struct efi_boot_services services = {
	.handle_protocol = handle_protocol };
static struct volume volume;

static const char *opened(unsigned fault)
{
	memset(&its, 0, sizeof(its));
	its.fault = fault;
	memset(&volume, 0, sizeof(volume));
	return volume_open(&services, NULL, &volume);
}

TEST(efi_volume_with_our_marker_is_opened)
{
	CHECK(!opened(NO_FAULT));
	CHECK(volume.folder == &root);
	CHECK(volume.marker == &root);
	CHECK(!opened(NO_INFO));    /* a trial write will tell */
}

TEST(efi_volume_with_a_marker_that_is_read_only_is_opened)
{
	memset(&its, 0, sizeof(its));
	its.not_to_write = true;
	memset(&volume, 0, sizeof(volume));
	CHECK(!volume_open(&services, NULL, &volume));
	CHECK(volume.marker);
}

TEST(efi_volume_that_is_none_or_answers_nothing)
{
	CHECK_TEXT(opened(NO_PROTOCOL),
		   "what it was booted from takes no files");
	CHECK_TEXT(opened(NULL_PROTOCOL),
		   "what it was booted from takes no files");
	CHECK_TEXT(opened(NO_VOLUME), "the volume cannot be opened");
	CHECK_TEXT(opened(NULL_ROOT), "the volume cannot be opened");
}

TEST(efi_volume_that_is_write_protected_or_not_ours)
{
	CHECK_TEXT(opened(READ_ONLY), "the medium is write-protected");
	CHECK_EQUAL(its.opened, 0);
	CHECK_TEXT(opened(NO_FOLDER), "the medium is no stick of ours");
	CHECK_TEXT(opened(NULL_FOLDER), "the medium is no stick of ours");
	CHECK_TEXT(opened(NO_MARKER), "the medium is no stick of ours");
	CHECK_TEXT(opened(NULL_MARKER), "the medium is no stick of ours");
}
