; SPDX-License-Identifier: MIT
;
; void fiber_switch(void **save, void *load)
; void fiber_jump(void *load)			does not return
;
; Entered by: C, on the stack of the fiber that leaves (SysV ABI: rdi = save,
;             rsi = load; fiber_jump: rdi = load). Any privilege: in the image
;             and in a Linux program alike.
; Saves:      fiber_switch: the six callee-saved registers and the return
;             address on the old stack, its stack pointer in *save.
;             fiber_jump: nothing; whoever leaves this way has ended.
;             No SSE or x87 state: the image is compiled without either
;             (-mgeneral-regs-only), and to a caller they are not preserved
;             over a call anyway (MXCSR and the x87 control word are never
;             changed by us).
; Leaves:     on the new stack, at the return address saved there. By an
;             indirect jump, not RET: RET would pop the return-stack buffer
;             of the other fiber's call and mispredict every time.
;
; fiber_make() (sched/fiber.c) lays out a fresh stack in the same order.

global fiber_switch, fiber_jump, fiber_start
extern fiber_main

default rel
section .text
bits 64

%macro go_on 0				; rsp = where the other was saved
	pop r15
	pop r14
	pop r13
	pop r12
	pop rbp
	pop rbx
	pop rcx				; the return address, or fiber_start
	jmp rcx
%endmacro

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
	go_on

; Its own copy of the jump, so that the branch predictor keeps what follows an
; end apart from what follows a yield.
align 64
fiber_jump:
	mov rsp, rdi
	go_on

; First entry of a fiber, for each function it runs: rbx = its descriptor, put
; there by fiber_make(); rsp = the end of the first frame. Steps below that
; frame, so that it stays as it is for the next time, and by a multiple of 16,
; so that fiber_main() finds the stack as the ABI wants it.
align 16
fiber_start:
	sub rsp, 64			; the frame (56) and 8 to align
	mov rdi, rbx
	call fiber_main			; does not return
	ud2

section .note.GNU-stack noalloc noexec nowrite progbits
