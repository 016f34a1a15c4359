; SPDX-License-Identifier: MIT
;
; Where every other core begins, and its way to C.
;
; Part one, trampoline_start .. trampoline_end, is copied by kernel/cpu/smp.c to a
; page below 1 MiB, which it has filled with INT3 first, so that a stray core
; traps instead of sliding.
;
; Entered by: the start-up IPI (SDM 3A, 9.4.4), many cores at once.
; Mode:       16-bit real mode, CS = page >> 4, IP = 0, IF = 0; all else as
;             INIT leaves it.
; Finds:      struct trampoline_args (kernel/cpu/smp.h) at the page's end; the code
;             knows the page only by CS, so any page will do.
; Leaves:     64-bit mode with the boot core's CR0, CR3, CR4 and EFER; jumps to
;             trampoline_core64 in the image.
;
; Part two, trampoline_core64, lies in the image. There a core looks for its
; slot by its APIC ID; whoever holds no invitation parks for good and touches
; no memory: it has no stack.

%include "offsets.inc"

global trampoline_start, trampoline_end, trampoline_core64
extern smp_slots, smp_slot_count, smp_core_main

ARGS	equ X86_PAGE_SIZE - TRAMPOLINE_ARGS_SIZE	; offset in the page

section .rodata
align 16
bits 16
trampoline_start:
	cli
	cld
	mov ax, cs
	mov ds, ax			; arguments are addressed from the page

	; Straight from real to long mode: PE and PG are set together (AMD
	; APM 2, 14.6.1), which spares a 32-bit stop and its descriptors.
	mov eax, [ARGS + TRAMPOLINE_CR4]
	mov cr4, eax
	mov eax, [ARGS + TRAMPOLINE_CR3]
	mov cr3, eax
	mov ecx, MSR_IA32_EFER
	mov eax, [ARGS + TRAMPOLINE_EFER]
	xor edx, edx
	wrmsr
	o32 lgdt [ARGS + TRAMPOLINE_GDTR]
	mov eax, [ARGS + TRAMPOLINE_CR0]
	mov cr0, eax			; protected mode, paging, long mode
	jmp far dword [ARGS + TRAMPOLINE_ENTRY]	; 16:32, loads a 64-bit CS
trampoline_end:

section .text
bits 64
trampoline_core64:
	mov eax, GDT_DATA
	mov ss, eax
	mov ds, eax
	mov es, eax
	xor eax, eax
	mov fs, eax
	mov gs, eax

	; Who am I? The 32-bit ID of leaf 0Bh where the leaf exists (EBX = 0
	; says it does not), else the 8-bit initial ID of leaf 1.
	cpuid				; eax = 0: last basic leaf
	cmp eax, CPUID_TOPOLOGY
	jb .short_id
	mov eax, CPUID_TOPOLOGY
	xor ecx, ecx
	cpuid
	test ebx, ebx
	jnz .have_id			; edx = x2APIC ID
.short_id:
	mov eax, CPUID_FEATURES
	cpuid
	mov edx, ebx
	shr edx, CPUID_1_EBX_APIC_ID_SHIFT
.have_id:

	; Find the slot: by table, since IDs are sparse and may pass 255.
	mov rdi, smp_slots
	mov ecx, [rel smp_slot_count]
.search:
	test ecx, ecx
	jz .park			; not invited
	cmp [rdi + SLOT_APIC_ID], edx
	je .found
	add rdi, SLOT_SIZE
	dec ecx
	jmp .search
.found:
	; Accept, or find that the invitation was withdrawn (we are late). The
	; exchange makes the stack ours: smp.c never reuses it.
	mov eax, SLOT_STATE_INVITED
	mov ecx, SLOT_STATE_ARRIVED
	lock cmpxchg [rdi + SLOT_STATE], ecx
	jne .park
	mov rsp, [rdi + SLOT_STACK]
	xor ebp, ebp
	call smp_core_main		; rdi = slot; does not return
.park:
	cli
	hlt				; only an NMI or INIT gets past
	jmp .park

section .note.GNU-stack noalloc noexec nowrite progbits
