/* SPDX-License-Identifier: MIT */
#include "kernel/efi/volume.h"

#include <stdbool.h>
#include <stddef.h>

#define FOLDER u"\\quietcore"
#define MARKER u"logs-go-here.txt" /* made by tools/build/stick */

static const struct efi_guid file_system =
	EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
static const struct efi_guid system_info = EFI_FILE_SYSTEM_INFO_ID;

static const char *open_root(const struct efi_boot_services *boot,
			     efi_handle device, struct efi_file **root)
{
	struct efi_file_system *files = NULL;

	if (boot->handle_protocol(device, &file_system, (void **)&files) ||
	    !files)
		return "what it was booted from takes no files";
	if (files->open_volume(files, root) != EFI_SUCCESS || !*root)
		return "the volume cannot be opened";
	return NULL;
}

static bool read_only(struct efi_file *root)
{
	static struct efi_file_system_info info;
	uint64_t bytes = sizeof(info);

	return root->get_info(root, &system_info, &bytes, &info) ==
		       EFI_SUCCESS && info.read_only;
}

/* To be written, so that it can be flushed (log_file.c), or else to be read. */
static bool open_marker(struct volume *volume)
{
	static const uint64_t modes[] = { EFI_FILE_READ | EFI_FILE_WRITE,
					  EFI_FILE_READ };
	struct efi_file *folder = volume->folder;

	for (unsigned i = 0; i < 2; i++)
		if (folder->open(folder, &volume->marker, MARKER, modes[i],
				 0) == EFI_SUCCESS && volume->marker)
			return true;
	return false;
}

const char *volume_open(const struct efi_boot_services *boot, efi_handle device,
			struct volume *volume)
{
	struct efi_file *root = NULL;
	const char *problem = open_root(boot, device, &root);

	if (problem)
		return problem;
	if (read_only(root))
		return "the medium is write-protected";
	if (root->open(root, &volume->folder, FOLDER, EFI_FILE_READ, 0) ||
	    !volume->folder || !open_marker(volume))
		return "the medium is no stick of ours";
	return NULL;
}
