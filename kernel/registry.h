/* SPDX-License-Identifier: MIT */
/*
 * Registration without a central list: a descriptor is announced by a
 * pointer in a linker section of its kind, next to the code it describes.
 * The linker bounds each section by __start_NAME and __stop_NAME, in the
 * image (linker.ld keeps them) as in a Linux program.
 */
#ifndef KERNEL_REGISTRY_H
#define KERNEL_REGISTRY_H

/* REGISTER(section, object) at file scope puts &object into a registry; those of
 * one file are there in the file's order (no_reorder). */
#define REGISTER_IN(section_name, object, pointer)                           \
	static __typeof__(&object) const pointer                             \
		__attribute__((section(#section_name), used, no_reorder)) =  \
		&object

/* What a file of the user's own brings (tools/build/user-files compiles it with
 * USER_FILE) stands in a list of such things, too. */
#ifdef USER_FILE
#define REGISTER(section_name, object)                                       \
	REGISTER_IN(qc_yours, object, yours_##object);                       \
	REGISTER_IN(section_name, object, registered_##object)
#else
#define REGISTER(section_name, object)                                       \
	REGISTER_IN(section_name, object, registered_##object)
#endif

/* At file scope: makes a registry of `type *` visible here. */
#define REGISTRY(section_name, type)                                         \
	extern type *const __start_##section_name[];                         \
	extern type *const __stop_##section_name[]

/* for (type *const *entry = ...) over a registry made visible. */
#define REGISTRY_EACH(section_name, type, entry)                             \
	for (type *const *entry = __start_##section_name;                    \
	     entry < __stop_##section_name; entry++)

#endif
