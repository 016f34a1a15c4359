; SPDX-License-Identifier: MIT
;
; From a UEFI firmware that stays alive to boot_entry; and visits to it.
;
; Entered by: a Multiboot 2 loader at efi_entry (2.0, 3.5), once, on the boot
;             core, where the header asks for it (header-log.asm) and the
;             firmware's services have not been ended.
; Mode:       64-bit mode, the firmware's page tables, GDT and IDT, interrupts
;             on, its stack.
; Registers:  eax = the loader's magic, ebx = its information structure.
; Leaves:     to boot_entry with what that expects; the firmware's state is in
;             efi_theirs, its stack in efi_stack.
; Assumes:    the image lies below 4 GiB, and the firmware maps all memory at
;             its own addresses (UEFI 2.10, 2.3.4).

%include "offsets.inc"

extern boot_entry, boot_stack_top, efi_arrive, efi_theirs
global efi_entry, efi_stack, world_save, world_visit, world_try, world_abandon

FLAT_CODE32	equ 0x08		; in the table at the end
FLAT_DATA	equ 0x10
FLAT_CODE32_DESCRIPTOR equ 0x00CF9B000000FFFF	; 4 GiB, 32 bits, code
FLAT_DATA_DESCRIPTOR equ 0x00CF93000000FFFF	; 4 GiB, data
TSS_BUSY	equ 1 << 1		; in the type of a descriptor
DESCRIPTOR_TYPE	equ 5			; its offset in one
TABLE_BASE	equ 2			; behind the limit, as LGDT takes it

section .text
bits 64

efi_entry:
	cld
	mov [efi_stack], rsp
	mov rsp, boot_stack_top		; ours lies in the image
	mov ebp, eax			; kept by what is called
	mov edi, eax
	mov esi, ebx
	call efi_arrive			; asks the firmware for all we need
	cli				; from here on it sleeps
	mov rdi, efi_theirs
	call world_save

	; Down to where boot_entry begins: 32 bits, no paging.
	mov rax, cr4
	and eax, ~(X86_CR4_PCIDE | X86_CR4_CET) ; PG could not be cleared, and
	mov cr4, rax			; RETF would ask the shadow stack
	lgdt [flat_gdtr]
	push FLAT_CODE32
	push .flat
	o64 retf
bits 32
.flat:	mov eax, FLAT_DATA
	mov ds, eax
	mov es, eax
	mov ss, eax
	mov eax, cr0
	and eax, ~X86_CR0_PG		; EFER.LMA goes with it
	mov cr0, eax
	mov eax, ebp
	jmp boot_entry

bits 64
%macro save_msr 2			; number, field; uses rax, rcx, rdx
	mov ecx, %1
	rdmsr
	mov [rdi + %2], eax
	mov [rdi + %2 + 4], edx
%endmacro

%macro load_msr 2
	mov ecx, %1
	mov eax, [rdi + %2]
	mov edx, [rdi + %2 + 4]
	wrmsr
%endmacro

; void world_save(struct world *world); rdi = world. Uses rax, rcx, rdx.
world_save:
	mov rax, cr0
	mov [rdi + WORLD_cr0], rax
	mov rax, cr3
	mov [rdi + WORLD_cr3], rax
	mov rax, cr4
	mov [rdi + WORLD_cr4], rax
	test eax, X86_CR4_OSXSAVE
	jz .no_xcr0
	xor ecx, ecx			; XCR0
	xgetbv
	mov [rdi + WORLD_xcr0], eax
	mov [rdi + WORLD_xcr0 + 4], edx
.no_xcr0:
	save_msr MSR_IA32_EFER, WORLD_efer
	save_msr MSR_IA32_PAT, WORLD_pat
	save_msr MSR_IA32_FS_BASE, WORLD_fs_base
	save_msr MSR_IA32_GS_BASE, WORLD_gs_base
	save_msr MSR_IA32_KERNEL_GS_BASE, WORLD_kernel_gs_base
	sgdt [rdi + WORLD_gdtr]
	sidt [rdi + WORLD_idtr]
	mov [rdi + WORLD_cs], cs
	mov [rdi + WORLD_ds], ds
	mov [rdi + WORLD_es], es
	mov [rdi + WORLD_fs], fs
	mov [rdi + WORLD_gs], gs
	mov [rdi + WORLD_ss], ss
	sldt [rdi + WORLD_ldtr]
	str [rdi + WORLD_tr]
	fxsave64 [rdi + WORLD_fxsave]
	ret

; Loads rdi = world, interrupts off, on a stack that either world maps. Uses
; rax, rcx, rdx. A processor's state depends on what was loaded before it:
; XCR0 wants CR4's OSXSAVE, selectors their table, a base its selector.
world_load:
	load_msr MSR_IA32_PAT, WORLD_pat
	test dword [rdi + WORLD_cr4], X86_CR4_OSXSAVE
	jz .no_xcr0
	mov rax, cr4
	or eax, X86_CR4_OSXSAVE
	mov cr4, rax
	xor ecx, ecx			; XCR0
	mov eax, [rdi + WORLD_xcr0]
	mov edx, [rdi + WORLD_xcr0 + 4]
	xsetbv
.no_xcr0:
	mov rax, [rdi + WORLD_cr0]
	mov cr0, rax
	load_msr MSR_IA32_EFER, WORLD_efer
	mov rax, [rdi + WORLD_cr3]
	mov cr3, rax
	mov rax, [rdi + WORLD_cr4]
	mov cr4, rax

	lgdt [rdi + WORLD_gdtr]
	movzx eax, word [rdi + WORLD_cs]
	push rax
	push .segments
	o64 retf
.segments:
	mov ds, [rdi + WORLD_ds]
	mov es, [rdi + WORLD_es]
	mov fs, [rdi + WORLD_fs]
	mov gs, [rdi + WORLD_gs]
	mov ss, [rdi + WORLD_ss]
	lldt [rdi + WORLD_ldtr]
	movzx ecx, word [rdi + WORLD_tr]
	jecxz .no_task
	mov rax, [rdi + WORLD_gdtr + TABLE_BASE]
	and byte [rax + rcx + DESCRIPTOR_TYPE], ~TSS_BUSY ; LTR faults on one
	ltr cx
.no_task:
	load_msr MSR_IA32_FS_BASE, WORLD_fs_base
	load_msr MSR_IA32_GS_BASE, WORLD_gs_base
	load_msr MSR_IA32_KERNEL_GS_BASE, WORLD_kernel_gs_base
	lidt [rdi + WORLD_idtr]
	fxrstor64 [rdi + WORLD_fxsave]
	ret

; void world_visit(struct world *ours, struct world *theirs, uint64_t stack,
;		   void (*work)(void))
world_visit:
	push rbx
	push rbp
	push r12
	push r13
	push r14
	push r15
	mov r12, rdi			; ours
	mov r13, rsi			; theirs
	mov r14, rcx			; work
	mov rbx, rdx
	call world_save
	mov rbp, rsp
	mov rsp, rbx
	and rsp, ~0xF			; SysV ABI
	mov rdi, r13
	call world_load
	sti
	call r14
	cli
	mov rdi, r12
	call world_load
	mov rsp, rbp
	pop r15
	pop r14
	pop r13
	pop r12
	pop rbp
	pop rbx
	ret

; bool world_try(void (*work)(void))
world_try:
	push rbx
	push rbp
	push r12
	push r13
	push r14
	push r15
	mov [tried], rsp
	sub rsp, 8			; SysV ABI: a multiple of 16 at the call
	call rdi
	add rsp, 8
	mov eax, 1
.back:	pop r15
	pop r14
	pop r13
	pop r12
	pop rbp
	pop rbx
	ret

; void world_abandon(void): world_try returns, though its work has not.
world_abandon:
	cli
	cld
	mov rsp, [tried]
	xor eax, eax
	jmp world_try.back

section .rodata
align 8
flat_gdt:
	dq 0				; null descriptor
	dq FLAT_CODE32_DESCRIPTOR
	dq FLAT_DATA_DESCRIPTOR
flat_gdt_end:

flat_gdtr:
	dw flat_gdt_end - flat_gdt - 1
	dq flat_gdt

section .bss
alignb 8
efi_stack:	resq 1
tried:		resq 1			; the stack of world_try

section .note.GNU-stack noalloc noexec nowrite progbits
