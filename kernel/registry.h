/* SPDX-License-Identifier: MIT */
/*
 * Registration without a central list: a descriptor is announced by a
 * pointer in a linker section of its kind, next to the code it describes.
 * The linker bounds each section by __start_NAME and __stop_NAME, in the
 * image (linker.ld keeps them) as in a Linux program.
 */
#ifndef KERNEL_REGISTRY_H
#define KERNEL_REGISTRY_H

/* At file scope: puts &object into the registry `section`. */
#define REGISTER(section_name, object)                                       \
	static __typeof__(&object) const registered_##object                 \
		__attribute__((section(#section_name), used)) = &object

/* At file scope: makes a registry of `type *` visible here. */
#define REGISTRY(section_name, type)                                         \
	extern type *const __start_##section_name[];                         \
	extern type *const __stop_##section_name[]

/* for (type *const *entry = ...) over a registry made visible. */
#define REGISTRY_EACH(section_name, type, entry)                             \
	for (type *const *entry = __start_##section_name;                    \
	     entry < __stop_##section_name; entry++)

#endif
