; SPDX-License-Identifier: MIT
;
; Trap entries: one stub for each of the 256 vectors.
;
; Entered by: the processor, through the IDT that kernel/cpu/trap.c builds from
;             trap_entries, in 64-bit mode with IF = 0, on the stack that the
;             gate's IST field names.
; Builds:     struct trap_frame (kernel/cpu/trap_entry.h) and calls
;             trap_dispatch(frame); all general registers are kept. No SSE
;             state is saved: the image is compiled without it.
; Leaves:     by IRETQ, unless trap_dispatch() does not return.

%include "offsets.inc"

extern trap_dispatch
global trap_entries, trap_trial_call, trap_trial_fault

; Exceptions for which the processor pushes an error code (SDM 3A, table 6-1):
; 8, 10-14, 17, 21, 29, 30. The others push a zero in its place.
%define HAS_ERROR(v) ((v) == 8 || ((v) >= 10 && (v) <= 14) || \
	(v) == 17 || (v) == 21 || (v) == 29 || (v) == 30)

%macro push_each 1-*
%rep %0
	push %1
%rotate 1
%endrep
%endmacro

; The same registers back, the last one pushed first.
%macro pop_each 1-*
%rep %0
%rotate -1
	pop %1
%endrep
%endmacro

; Stops the build unless registers, pushed in this order after the vector, land
; where struct trap_frame has them.
%macro check_frame 1-*
%assign at TRAP_FRAME_vector
%rep %0
%assign at at - 8
%if at != TRAP_FRAME_%1
%error %1 is not where struct trap_frame has it
%endif
%rotate 1
%endrep
%endmacro

%define GENERAL rax, rbx, rcx, rdx, rsi, rdi, rbp, \
	r8, r9, r10, r11, r12, r13, r14, r15
%define CALLEE_SAVED rbx, rbp, r12, r13, r14, r15

check_frame GENERAL
%if TRAP_FRAME_vector + 8 != TRAP_FRAME_error || TRAP_FRAME_error + 8 != TRAP_FRAME_rip
%error the stubs push an error code, then the vector
%endif

section .text
bits 64

; One stub a vector, since the processor does not tell which vector it took. Each
; completes the frame to one form and goes on in common.
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

; Any instruction may have been interrupted, so every register is kept, and the
; direction flag is clear, as C expects it. The interrupted stack pointer lies in
; the frame: only alignment is lost to AND, and rbx, which C keeps, restores it.
trap_common:
	cld
	push_each GENERAL
	mov rdi, rsp			; the frame
	mov rbx, rsp
	and rsp, -16			; SysV ABI: aligned at the call
	call trap_dispatch
	mov rsp, rbx
	pop_each GENERAL
	add rsp, TRAP_FRAME_rip - TRAP_FRAME_vector	; IRETQ wants rip on top
	iretq

; bool trap_trial_call(void (*attempt)(void *), void *arg, uint64_t *stack)
;
; Calls attempt(arg): 1 if it returns. A fault in it comes back at
; trap_trial_fault with the stack pointer that was left in *stack: 0.
; The callee-saved registers wait on the stack for either way out.
trap_trial_call:
	push_each CALLEE_SAVED
	mov [rdx], rsp			; what trap_dispatch() puts into the frame
	mov rax, rdi
	mov rdi, rsi
	sub rsp, 8			; SysV ABI: aligned at the call
	call rax
	add rsp, 8
	mov eax, 1
	jmp trial_done
trap_trial_fault:			; rsp is as it was stored above
	xor eax, eax
trial_done:
	pop_each CALLEE_SAVED
	ret

; The stubs differ in length, so trap.c cannot compute where each lies.
section .rodata
align 8
trap_entries:
%assign v 0
%rep VECTORS
	dq trap_entry_ %+ v
%assign v v + 1
%endrep

section .note.GNU-stack noalloc noexec nowrite progbits
