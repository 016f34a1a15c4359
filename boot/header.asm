; SPDX-License-Identifier: MIT
;
; What boot loaders look for. The two Multiboot headers lie first in the image:
; Multiboot 1 within 8 KiB of the file's start, Multiboot 2 within 32 KiB.
;
; Multiboot 1 (0.6.96, 3.1) is what `qemu -kernel` reads. It takes a 64-bit ELF
; only when the header carries the load addresses itself (flag bit 16); the
; image is then read as one flat piece, so linker.ld keeps the distance
; between file offset and address constant. No video bit: QEMU warns of it.
; Multiboot 2 (2.0, 3.1) is what GRUB's `multiboot2` reads, by the ELF headers.
; It is asked for a framebuffer, if there is one: UEFI has no text memory.
; Both enter boot_entry in 32-bit protected mode (boot/entry.asm).
; PVH (Xen, pvh.pandoc) is an ELF note, which Xen and monitors of
; microVMs read; QEMU does, too, where it finds no Multiboot 1 header. It enters
; pvh_entry in the same mode.

MB1_MAGIC	equ 0x1BADB002
MB1_PAGE_ALIGN	equ 1 << 0
MB1_MEMORY_INFO	equ 1 << 1
MB1_ADDRESSES	equ 1 << 16
MB1_FLAGS	equ MB1_PAGE_ALIGN | MB1_MEMORY_INFO | MB1_ADDRESSES

MB2_MAGIC	equ 0xE85250D6
MB2_I386	equ 0
MB2_TAG_END	equ 0
MB2_TAG_FRAMEBUFFER equ 5
MB2_TAG_EFI_SERVICES equ 7
MB2_TAG_ENTRY_EFI64 equ 9
MB2_OPTIONAL	equ 1 << 0
ANY		equ 0		; width, height, depth

XEN_ELFNOTE_PHYS32_ENTRY equ 18

extern image_start, image_load_end, image_end, boot_entry, pvh_entry
%ifdef KEEP_FIRMWARE
extern efi_entry
%endif

section .multiboot progbits alloc noexec nowrite align=8

mb1_header:
	dd MB1_MAGIC
	dd MB1_FLAGS
	dd -(MB1_MAGIC + MB1_FLAGS)	; checksum: the three sum to 0
	dd mb1_header			; where this header lies in memory
	dd image_start			; first byte to load
	dd image_load_end		; end of what is in the file
	dd image_end			; end of .bss, which the loader clears
	dd boot_entry

	align 8				; Multiboot 2 wants 64-bit alignment
mb2_header:
	dd MB2_MAGIC
	dd MB2_I386
	dd mb2_end - mb2_header
	dd 0x100000000 - (MB2_MAGIC + MB2_I386 + (mb2_end - mb2_header))
	dw MB2_TAG_FRAMEBUFFER, MB2_OPTIONAL
	dd 20				; size of this tag
	dd ANY, ANY, ANY
	align 8, db 0
%ifdef KEEP_FIRMWARE
	dw MB2_TAG_EFI_SERVICES, MB2_OPTIONAL
	dd 8				; size of this tag
	dw MB2_TAG_ENTRY_EFI64, MB2_OPTIONAL
	dd 12				; size of this tag
	dd efi_entry			; boot/efi.asm
	align 8, db 0
%endif
	dw MB2_TAG_END, 0
	dd 8				; size of the end tag
mb2_end:

section .pvh progbits alloc noexec nowrite align=4
	dd pvh_entry_at - pvh_owner	; sizes of the name and of what follows
	dd pvh_end - pvh_entry_at
	dd XEN_ELFNOTE_PHYS32_ENTRY
pvh_owner:
	db "Xen", 0
pvh_entry_at:
	dq pvh_entry			; as wide as the ELF's addresses
pvh_end:

section .note.GNU-stack noalloc noexec nowrite progbits
