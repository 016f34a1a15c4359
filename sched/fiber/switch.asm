; SPDX-License-Identifier: MIT
;
; void fiber_switch(struct fiber_context *save, struct fiber_context *load)
;
; Entered by: C, on the stack of the fiber that leaves (SysV ABI: rdi = save,
;             rsi = load). Any privilege: in the image and in a Linux program
;             alike.
; Saves:      the callee-saved registers and the return address on the old
;             stack, its stack pointer and where to go on in *save.
;             No SSE or x87 state: the image is compiled without either
;             (-mgeneral-regs-only), and to a caller they are not preserved
;             over a call anyway (MXCSR and the x87 control word are never
;             changed by us).
; Leaves:     on the other stack, where *load says: at `resume` below, in the
;             midst of an inlined switch, or at a fiber's beginning, which finds
;             load in rsi as its second argument; rbp is what *load has. By
;             indirect jumps, not RET: RET would pop the return-stack buffer of
;             the other fiber's call and mispredict every time.
;
; sched/fiber/switch_inline.h does the same without a call; contexts saved by the
; one may be loaded by the other.

global fiber_switch

default rel
section .text
bits 64

; struct fiber_context (sched/fiber/switch_inline.h): the order is checked there.
struc CONTEXT
.sp:	resq 1
.pc:	resq 1
.bp:	resq 1
endstruc

align 64
fiber_switch:
	mov r8, [rsi + CONTEXT.sp]	; early: rsp loaded from memory right
	mov r9, [rsi + CONTEXT.pc]	; before the pops costs twice as much
	mov r10, [rsi + CONTEXT.bp]
	push rbx
	push r12
	push r13
	push r14
	push r15
	lea rax, [resume]
	mov [rdi + CONTEXT.bp], rbp
	mov [rdi + CONTEXT.pc], rax
	mov [rdi + CONTEXT.sp], rsp	; where the leaving fiber goes on
	mov rbp, r10
	mov rsp, r8			; from here on: the other stack
	cmp rax, r9			; most often: one jump less to predict
	jne elsewhere
resume:
	pop r15
	pop r14
	pop r13
	pop r12
	pop rbx
	pop rcx				; the return address
	jmp rcx
elsewhere:
	jmp r9

section .note.GNU-stack noalloc noexec nowrite progbits
