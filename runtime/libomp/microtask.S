//===- microtask.S - calls code that clang has outlined ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// void tactus_call_microtask(code, int32_t *thread, int32_t *bound, uint64_t count, void *const *arguments)
//
// Calls code(thread, bound, arguments[0], ..., arguments[count - 1]).
//
// void tactus_call_traced_microtask(..., void **frame)
//
// The same, for a tool (runtime/ompt): the address of the frame that calls the code goes to `*frame`.
//
//===----------------------------------------------------------------------===//
	.section tactus_text, "ax", @progbits
	.globl tactus_call_traced_microtask
	.hidden tactus_call_traced_microtask
	.type tactus_call_traced_microtask, @function
	.p2align 4
tactus_call_traced_microtask:
	.cfi_startproc
	endbr64
	lea -8(%rsp), %rax
	mov %rax, (%r9)
	jmp tactus_call_microtask
	.cfi_endproc
	.size tactus_call_traced_microtask, . - tactus_call_traced_microtask

	.globl tactus_call_microtask
	.hidden tactus_call_microtask
	.type tactus_call_microtask, @function
	.p2align 4
tactus_call_microtask:
	.cfi_startproc
	endbr64
	push %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	mov %rsp, %rbp
	.cfi_def_cfa_register %rbp
	mov %rdi, %rax
	mov %rsi, %rdi
	mov %rdx, %rsi
	mov %rcx, %r10
	mov %r8, %r11
	cmp $4, %r10
	jbe 3f
	test $1, %r10b
	jz 2f
	sub $8, %rsp                      // an odd number goes onto the stack
2:	push -8(%r11,%r10,8)
	dec %r10
	cmp $4, %r10
	ja 2b
3:	cmp $4, %r10
	jb 4f
	mov 24(%r11), %r9
4:	cmp $3, %r10
	jb 5f
	mov 16(%r11), %r8
5:	cmp $2, %r10
	jb 6f
	mov 8(%r11), %rcx
6:	test %r10, %r10
	jz 7f
	mov (%r11), %rdx
7:	call *%rax
	leave
	.cfi_def_cfa %rsp, 8
	ret
	.cfi_endproc
	.size tactus_call_microtask, . - tactus_call_microtask
	.section .note.GNU-stack,"",@progbits
