; SPDX-License-Identifier: MIT
;
; Trap entries: one stub for each of the 256 vectors.
;
; Entered by: the processor, through the IDT that kernel/cpu/trap.c builds from
;             trap_entries, in 64-bit mode with IF = 0, on the stack that the
;             gate's IST field names.
; Builds:     struct trap_frame (kernel/cpu/trap.h) and calls
;             trap_dispatch(frame); all general registers are kept. No SSE
;             state is saved: the image is compiled without it.
; Leaves:     by IRETQ, unless trap_dispatch() does not return.

%include "offsets.inc"

extern trap_dispatch
global trap_entries, trap_trial_call, trap_trial_fault

VECTORS		equ 256

; Exceptions for which the processor pushes an error code (SDM 3A, table 6-1):
; 8, 10-14, 17, 21, 29, 30. The others push a zero in its place.
%define HAS_ERROR(v) ((v) == 8 || ((v) >= 10 && (v) <= 14) || \
	(v) == 17 || (v) == 21 || (v) == 29 || (v) == 30)

section .text
bits 64

%assign v 0
%rep VECTORS
trap_entry_ %+ v:
%if !HAS_ERROR(v)
	push 0
%endif
	push v				; sign-extended: 0 .. 255 stays positive
	jmp trap_common
%assign v v + 1
%endrep

trap_common:
	cld
	push rax
	push rbx
	push rcx
	push rdx
	push rsi
	push rdi
	push rbp
	push r8
	push r9
	push r10
	push r11
	push r12
	push r13
	push r14
	push r15
	mov rdi, rsp			; the frame
	mov rbx, rsp			; kept by the callee, restores rsp
	and rsp, -16			; SysV ABI: aligned at the call
	call trap_dispatch
	mov rsp, rbx
	pop r15
	pop r14
	pop r13
	pop r12
	pop r11
	pop r10
	pop r9
	pop r8
	pop rbp
	pop rdi
	pop rsi
	pop rdx
	pop rcx
	pop rbx
	pop rax
	add rsp, 16			; vector and error code
	iretq

; bool trap_trial_call(void (*attempt)(void *), void *arg, uint64_t *stack)
;
; Calls attempt(arg): 1 if it returns. A fault in it comes back at
; trap_trial_fault with the stack pointer that was left in *stack: 0.
; The callee-saved registers wait on the stack for either way out.
trap_trial_call:
	push rbx
	push rbp
	push r12
	push r13
	push r14
	push r15
	mov [rdx], rsp
	mov rax, rdi
	mov rdi, rsi
	sub rsp, 8			; SysV ABI: aligned at the call
	call rax
	add rsp, 8
	mov eax, 1
	jmp trial_done
trap_trial_fault:
	xor eax, eax
trial_done:
	pop r15
	pop r14
	pop r13
	pop r12
	pop rbp
	pop rbx
	ret

section .rodata
align 8
trap_entries:
%assign v 0
%rep VECTORS
	dq trap_entry_ %+ v
%assign v v + 1
%endrep

section .note.GNU-stack noalloc noexec nowrite progbits
