; SPDX-License-Identifier: MIT
;
; From the boot loader to C.
;
; Entered by: a Multiboot 1 or 2 loader at boot_entry, a PVH loader at
;             pvh_entry, once, on the boot core.
; Mode:       32-bit protected mode, flat segments, paging off, IF = 0
;             (Multiboot 1, 3.2; Multiboot 2, 3.3; Xen, pvh.pandoc).
;             No stack to rely on.
; Registers:  eax = the loader's magic (PVH: nothing), ebx = its information
;             structure.
; Leaves:     64-bit mode, the first 4 GiB identity-mapped, a 64 KiB stack,
;             our own GDT; calls image_main(magic, information).
; Assumes:    nothing about CR0, CR4 and EFER: each is written whole.
;
; The magic travels in edi and the structure in esi, where the C ABI wants
; them, from the first instruction on.

%include "offsets.inc"

extern image_main, font
global boot_entry, pvh_entry, boot_gdt, boot_gdt_end, boot_pml4, boot_first_table
global stack_call, boot_stack_top

MB2_HEADER	equ 8		; of a Multiboot 2 loader's list, and of a tag
MB2_FRAMEBUFFER_SIZE equ 32	; of that tag at least (2.0, 3.6.12)

GIB_MAPPED	equ 4		; identity-mapped at entry: all that 32-bit
				; tables, the local APIC and the image need

section .text
bits 32

pvh_entry:
	mov eax, PVH_BOOT_MAGIC		; and on as the others do
boot_entry:
	cli
	cld
	mov edi, eax			; C's first argument
	mov esi, ebx			; C's second
	mov esp, boot_stack_top

	; Long mode or nothing: without it the jump below would reset us.
	mov eax, CPUID_EXTENDED
	cpuid				; eax = last extended leaf
	cmp eax, CPUID_EXTENDED_FEATURES
	jb no_long_mode
	mov eax, CPUID_EXTENDED_FEATURES
	cpuid
	test edx, CPUID_81_EDX_LM
	jz no_long_mode

	; SSE2 is of every 64-bit processor, and FXSAVE with it; an emulator can
	; be told to leave it out. Where CPUID is limited nothing is known.
	xor eax, eax
	cpuid				; eax = last leaf
	cmp eax, CPUID_FEATURES
	jb .paging
	mov eax, CPUID_FEATURES
	cpuid
	test edx, CPUID_1_EDX_SSE2
	jz no_sse2

.paging:
	call build_page_tables
	mov eax, X86_CR4_PAE | X86_CR4_MCE
	mov cr4, eax
	mov eax, boot_pml4
	mov cr3, eax
	mov ecx, MSR_IA32_EFER
	mov eax, IA32_EFER_LME		; the other bits off: no SYSCALL, no NX
	xor edx, edx
	wrmsr
	mov eax, X86_CR0_PG | X86_CR0_WP | X86_CR0_NE | X86_CR0_ET | X86_CR0_MP | X86_CR0_PE
	mov cr0, eax			; EFER.LMA follows: compatibility mode
	lgdt [boot_gdtr]
	jmp GDT_CODE64:long_mode	; CS.L = 1: 64-bit mode

; Four page directories of 2 MiB pages, except the first 2 MiB, which get a
; page table of their own so that page 0 can be taken away later (a null
; pointer must fault). .bss is zero: only present entries are written.
; Uses eax, ecx, edx; keeps edi, esi.
build_page_tables:
	mov dword [boot_pml4], boot_pdpt + (X86_PTE_PRESENT | X86_PTE_WRITE)

	mov eax, boot_directories + (X86_PTE_PRESENT | X86_PTE_WRITE)
	xor ecx, ecx
.pdpt:	mov [boot_pdpt + ecx * 8], eax	; one directory a GiB
	add eax, X86_PAGE_SIZE
	inc ecx
	cmp ecx, GIB_MAPPED
	jb .pdpt

	mov eax, X86_PTE_PRESENT | X86_PTE_WRITE | X86_PDE_LARGE
	xor ecx, ecx
.directory:
	mov [boot_directories + ecx * 8], eax
	add eax, X86_LARGE_PAGE_SIZE
	inc ecx
	cmp ecx, GIB_MAPPED * X86_TABLE_ENTRIES
	jb .directory

	mov eax, X86_PTE_PRESENT | X86_PTE_WRITE
	xor ecx, ecx
.first:	mov [boot_first_table + ecx * 8], eax
	add eax, X86_PAGE_SIZE
	inc ecx
	cmp ecx, X86_TABLE_ENTRIES
	jb .first
	mov dword [boot_directories], boot_first_table + (X86_PTE_PRESENT | X86_PTE_WRITE)
	ret

; Such processors cannot run our code: say so in the text buffer, white on red,
; or where the pixels are, and on COM1, and stop.
no_sse2:
	mov eax, message_no_sse2
	jmp give_up
no_long_mode:
	mov eax, message_no_long_mode
give_up:
	push eax
	cmp edi, MULTIBOOT2_BOOT_MAGIC
	jne .send			; no other loader sets pixels unasked
	call draw
.send:	pop esi
	mov dx, UART_COM1 + UART_LCR
	mov al, UART_LCR_DLAB
	out dx, al
	mov dx, UART_COM1 + UART_DATA
	mov al, UART_CLOCK / UART_BAUD
	out dx, al
	mov dx, UART_COM1 + UART_IER	; with DLAB the divisor's upper half
	mov al, 0
	out dx, al
	mov dx, UART_COM1 + UART_LCR
	mov al, UART_LCR_8N1
	out dx, al
	mov edi, VGA_TEXT
	mov ah, VGA_WHITE_ON_RED
.next:	lodsb
	test al, al
	jz .stop
	stosw				; character and attribute
	call send_byte
	jmp .next
.stop:	mov al, `\n`
	call send_byte
	mov al, DEBUG_EXIT_FAILED	; a runner need not wait
	out DEBUG_EXIT, al
.halt:	hlt
	jmp .halt

; Draws eax = text at the upper left, white on black, where a Multiboot 2 loader's
; list (esi) names pixels. Uses all registers.
draw:	mov ecx, [esi]
	add ecx, esi			; the list's end
	add esi, MB2_HEADER
.tag:	lea edx, [esi + MB2_FRAMEBUFFER_SIZE]
	cmp edx, ecx
	ja .none
	cmp dword [esi], MULTIBOOT2_FRAMEBUFFER
	je .found
	mov edx, [esi + 4]		; the tag's size
	add edx, 7
	and edx, ~7
	jz .none			; it would go on for ever
	add esi, edx
	jmp .tag
.found:	cmp byte [esi + 29], FRAMEBUFFER_RGB
	jne .none
	cmp dword [esi + 12], 0		; above 4 GiB
	jne .none
	mov edi, [esi + 8]
	mov edx, [esi + 16]		; bytes of a line of pixels
	movzx ebp, byte [esi + 28]
	add ebp, 7
	shr ebp, 3			; bytes of a pixel
	mov esi, eax
.letter:
	lodsb
	movzx ebx, al
	test ebx, ebx
	jz .none
	imul ebx, ebx, FONT_HEIGHT
	add ebx, font
	push edi
	mov ch, FONT_HEIGHT
.line:	mov ah, [ebx]
	inc ebx
	push edi
	mov cl, FONT_WIDTH
.pixel:	shl ah, 1
	sbb al, al			; all ones: white in every format
	push ecx
	mov ecx, ebp
	rep stosb
	pop ecx
	dec cl
	jnz .pixel
	pop edi
	add edi, edx
	dec ch
	jnz .line
	pop edi
	lea edi, [edi + ebp * FONT_WIDTH]
	jmp .letter
.none:	ret

message_no_long_mode:
	db "quietcore needs a 64-bit x86 processor (no long mode here).", 0
message_no_sse2:
	db "quietcore needs a 64-bit x86 processor (no SSE2 here).", 0

; Sends al; uses ecx and edx. Where there is no port, the wait for it ends.
send_byte:
	push eax
	mov ecx, UART_PATIENCE
	mov dx, UART_COM1 + UART_LSR
.wait:	in al, dx
	test al, UART_LSR_THRE
	loopz .wait
	pop eax
	mov dx, UART_COM1 + UART_DATA
	out dx, al
	ret

bits 64
long_mode:
	mov eax, GDT_DATA
	mov ss, eax
	mov ds, eax
	mov es, eax
	xor eax, eax
	mov fs, eax			; null: fs is not used, the base of gs
	mov gs, eax			; comes from its MSR
	mov rsp, boot_stack_top		; esp's upper half was undefined
	xor ebp, ebp			; ends any walk of the frames
	mov edi, edi			; zero-extend both arguments
	mov esi, esi
	call image_main			; does not return
.stop:	cli
	hlt
	jmp .stop

; void stack_call(void (*function)(void), void *stack_top)
;
; Calls function on another stack; does not come back. rdi = function,
; rsi = the new stack's top, a multiple of 16.
stack_call:
	mov rsp, rsi
	xor ebp, ebp
	call rdi			; rsp is 16-aligned at the call: SysV ABI
	ud2				; function is not to return

section .rodata
align 8
boot_gdt:
	dq 0				; null descriptor
	dq GDT_CODE64_DESCRIPTOR
	dq GDT_DATA_DESCRIPTOR
boot_gdt_end:

boot_gdtr:
	dw boot_gdt_end - boot_gdt - 1
	dd boot_gdt

; First in .bss (linker.ld): they are there where memory ends before .bss does.
section .bss.boot nobits alloc noexec write
alignb X86_PAGE_SIZE
boot_pml4:		resb X86_PAGE_SIZE
boot_pdpt:		resb X86_PAGE_SIZE
boot_directories:	resb X86_PAGE_SIZE * GIB_MAPPED
boot_first_table:	resb X86_PAGE_SIZE
			resb CORE_STACK_SIZE
boot_stack_top:

section .note.GNU-stack noalloc noexec nowrite progbits
