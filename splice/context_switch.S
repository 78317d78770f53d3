//===- context_switch.S - from one user-level thread to another -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A stack that is not running ends in this record, and its address is all that is kept of the thread:
//
//      +48  return address
//      +40  rbp
//      +32  rbx
//      +24  r12
//      +16  r13
//       +8  r14
//       +0  r15
//
// These are the registers that the System V ABI asks a callee to keep; all others are dead across the call. The two
// control words of floating point, which are to be kept too, are the caller's business (scheduler.cpp): reading them
// takes longer than all that is done here.
//
// The first frame of a thread's stack is tactus_splice_begin. Its unwind information goes on to the frame that has
// resumed the thread: r13 holds the address of the word in which that frame's stack pointer was saved. So debuggers and
// profilers show a step, the functions that it lies in, the scheduler and the caller of try_splice in one stack.
// Exceptions never come here: what runs on the thread catches them all.
//
//===----------------------------------------------------------------------===//
        .text

// void tactus_splice_switch(void **saved, void *next)
        .globl  tactus_splice_switch
        .hidden tactus_splice_switch
        .type   tactus_splice_switch, @function
        .p2align 4
tactus_splice_switch:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r15, 0
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        // Both stacks have the same shape here, so the unwind rules go on to hold.
        popq    %r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r15
        popq    %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r14
        popq    %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r13
        popq    %r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r12
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbx
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        // A jump, not a return: the processor's stack of return addresses belongs to the other thread.
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        .cfi_register %rip, %rcx
        jmp     *%rcx
        .cfi_endproc
        .size   tactus_splice_switch, .-tactus_splice_switch

// Where a thread begins: r12 is called with rbx, and never returns.
        .globl  tactus_splice_begin
        .hidden tactus_splice_begin
        .type   tactus_splice_begin, @function
        .p2align 4
tactus_splice_begin:
        .cfi_startproc
        // The frame of whoever resumed this thread: DW_CFA_def_cfa_expression, 5 bytes of
        // DW_OP_breg13 0; DW_OP_deref; DW_OP_plus_uconst 56.
        .cfi_escape 0x0f, 0x05, 0x7d, 0x00, 0x06, 0x23, 0x38
        .cfi_offset %rip, -8
        .cfi_offset %rbp, -16
        .cfi_offset %rbx, -24
        .cfi_offset %r12, -32
        .cfi_offset %r13, -40
        .cfi_offset %r14, -48
        .cfi_offset %r15, -56
        endbr64
        movq    %rbx, %rdi
        callq   *%r12
        ud2
        .cfi_endproc
        .size   tactus_splice_begin, .-tactus_splice_begin

        .section .note.GNU-stack,"",@progbits
