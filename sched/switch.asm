; SPDX-License-Identifier: MIT
;
; void fiber_switch(void **save, void *load)
;
; Entered by: C, on the stack of the fiber that leaves (SysV ABI: rdi = save,
;             rsi = load). Any mode and privilege: in the image and in a
;             Linux program alike.
; Saves:      the six callee-saved registers and the return address on the old
;             stack, its stack pointer in *save. No SSE or x87 state: the image
;             is compiled without either, and to a caller they are not
;             preserved over a call anyway (MXCSR and the x87 control word
;             are never changed by us).
; Leaves:     on the new stack, at the return address saved there. By an
;             indirect jump, not RET: RET would pop the return-stack buffer
;             of the other fiber's call and mispredict every time.
;
; fiber_make() (sched/fiber.c) lays out a fresh stack in the same order.

global fiber_switch, fiber_start, fiber_unwind
extern fiber_main, fiber_ended

section .text
bits 64
align 64

fiber_switch:
	push rbx
	push rbp
	push r12
	push r13
	push r14
	push r15
	mov [rdi], rsp			; where the leaving fiber goes on
	mov rsp, rsi			; from here on: the other stack
	pop r15
	pop r14
	pop r13
	pop r12
	pop rbp
	pop rbx
	pop rcx				; the return address, or fiber_start
	jmp rcx

; First entry of a fiber: rbx = its descriptor, put there by fiber_make().
; A call, so that fiber_main() finds the stack as the ABI wants it.
align 16
fiber_start:
	mov rdi, rbx
	call fiber_main			; does not return
	ud2

; void fiber_unwind(struct fiber *fiber): rdi = the running fiber, which lies at
; its stack's top. Drops every frame below it and ends the function.
fiber_unwind:
	mov rsp, rdi			; 64-aligned: as before any call
	call fiber_ended		; does not return
	ud2

section .note.GNU-stack noalloc noexec nowrite progbits
