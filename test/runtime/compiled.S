//===- compiled.S - functions as the compiler emits them, with maps by hand ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Three loops that poll, and their stack maps in section "tactus_maps". The first two have frames of fixed size, the third
// addresses its frame through rbp.
//
//===----------------------------------------------------------------------===//

        .text

// Offsets in LoopSlot.
        .set    SlotDescriptor, 0
        .set    SlotEnd, 8
        .set    SlotJoin, 16
        .set    DescriptorWeight, 40

// A latent loop: kind, iteration and address of the slot at offsets from the stack (0) or frame pointer (1).
        .macro  entry kind, register, iterationOffset, slotOffset
        .short  \kind, 5                // size in words of 4 bytes
        .byte   2, 8                    // Indirect, 8 bytes
        .short  \register
        .long   \iterationOffset
        .byte   2, 8
        .short  \register
        .long   \slotOffset
        .endm

// tactus_credit -= weight of the slot in rax; branches to \enough if that leaves credit.
        .macro  charge slotRegister, enough
        movq    tactus_credit@GOTTPOFF(%rip), %rdx
        movq    SlotDescriptor(\slotRegister), %rcx
        movq    DescriptorWeight(%rcx), %rcx
        subq    %rcx, %fs:(%rdx)
        jns     \enough
        .endm

//===----------------------------------------------------------------------===//
// void compiledLoop(LoopSlot *slot, uint64_t begin, void (*body)(uint64_t, void *), void *context)
//
// for (i = begin; i < slot->end; ++i) { body(i, context); poll }  join
//===----------------------------------------------------------------------===//
        .globl  compiledLoop
        .type   compiledLoop, @function
compiledLoop:
        .cfi_startproc
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r13, 0
        subq    $16, %rsp               // 0: slot, 8: iteration; the return address is at 40
        .cfi_adjust_cfa_offset 16
        movq    %rdi, %rbx
        movq    %rdx, %r12
        movq    %rcx, %r13
        movq    %rdi, 0(%rsp)
        movq    %rsi, 8(%rsp)
1:      movq    8(%rsp), %rdi
        cmpq    SlotEnd(%rbx), %rdi
        jae     3f
        movq    %r13, %rsi
        call    *%r12
.LloopBodyReturn:
        incq    8(%rsp)
        charge  %rbx, 1b
        call    tactus_poll
.LloopPollReturn:
        movq    tactus_credit@GOTTPOFF(%rip), %rdx
        movq    %rax, %fs:(%rdx)
        jmp     1b
3:      cmpq    $0, SlotJoin(%rbx)
        je      4f
        movq    %rbx, %rdi
        call    tactus_join
.LloopJoinReturn:
4:      addq    $16, %rsp
        .cfi_adjust_cfa_offset -16
        popq    %r13
        .cfi_adjust_cfa_offset -8
        popq    %r12
        .cfi_adjust_cfa_offset -8
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   compiledLoop, . - compiledLoop

        .section tactus_maps, "aR", @progbits
        .p2align 2
.LloopMap:
        .long   compiledLoop - .LloopMap
        .long   3
        .long   40
        .long   .LloopMapEnd - .LloopMap
        .long   .LloopBodyReturn - compiledLoop
        .short  1, 5
        entry   1, 0, 8, 0
        .long   .LloopPollReturn - compiledLoop
        .short  1, 5
        entry   2, 0, 8, 0
        .long   .LloopJoinReturn - compiledLoop
        .short  0, 0
.LloopMapEnd:
        .text

//===----------------------------------------------------------------------===//
// void compiledNest(LoopSlot *outer, uint64_t begin, LoopSlot *inner, uint64_t innerEnd,
//                   void (*body)(uint64_t, void *), void *context)
//
// for (i = begin; i < outer->end; ++i) { inner->end = innerEnd; inner->environment[2] = i;
//                                        compiledLoop(inner, 0, body, inner); poll }  join
//
// Calls compiledLoop directly, so that the walk meets two frames with maps in a row.
//===----------------------------------------------------------------------===//
        .globl  compiledNest
        .type   compiledNest, @function
compiledNest:
        .cfi_startproc
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r14, 0
        subq    $24, %rsp               // 0: slot, 8: iteration; the return address is at 56
        .cfi_adjust_cfa_offset 24
        movq    %rdi, %rbx
        movq    %rdx, %r12
        movq    %rcx, %r13
        movq    %r8, %r14
        movq    %rdi, 0(%rsp)
        movq    %rsi, 8(%rsp)
1:      movq    8(%rsp), %rax
        cmpq    SlotEnd(%rbx), %rax
        jae     3f
        movq    %r13, SlotEnd(%r12)
        movq    %rax, 56(%r12)          // environment[2]
        movq    %r12, %rdi
        xorl    %esi, %esi
        movq    %r14, %rdx
        movq    %r12, %rcx
        call    compiledLoop
.LnestBodyReturn:
        incq    8(%rsp)
        charge  %rbx, 1b
        call    tactus_poll
.LnestPollReturn:
        movq    tactus_credit@GOTTPOFF(%rip), %rdx
        movq    %rax, %fs:(%rdx)
        jmp     1b
3:      cmpq    $0, SlotJoin(%rbx)
        je      4f
        movq    %rbx, %rdi
        call    tactus_join
.LnestJoinReturn:
4:      addq    $24, %rsp
        .cfi_adjust_cfa_offset -24
        popq    %r14
        .cfi_adjust_cfa_offset -8
        popq    %r13
        .cfi_adjust_cfa_offset -8
        popq    %r12
        .cfi_adjust_cfa_offset -8
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   compiledNest, . - compiledNest

        .section tactus_maps, "aR", @progbits
        .p2align 2
.LnestMap:
        .long   compiledNest - .LnestMap
        .long   3
        .long   56
        .long   .LnestMapEnd - .LnestMap
        .long   .LnestBodyReturn - compiledNest
        .short  1, 5
        entry   1, 0, 8, 0
        .long   .LnestPollReturn - compiledNest
        .short  1, 5
        entry   2, 0, 8, 0
        .long   .LnestJoinReturn - compiledNest
        .short  0, 0
.LnestMapEnd:
        .text

//===----------------------------------------------------------------------===//
// void compiledDynamicLoop(LoopSlot *slot, uint64_t begin, void (*body)(uint64_t, void *), void *context,
//                          uint64_t stackBytes)
//
// The same loop in a frame with a dynamic alloca.
//===----------------------------------------------------------------------===//
        .globl  compiledDynamicLoop
        .type   compiledDynamicLoop, @function
compiledDynamicLoop:
        .cfi_startproc
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbp, 0
        movq    %rsp, %rbp
        .cfi_def_cfa_register rbp
        subq    $48, %rsp               // rbp - 8: slot, - 16: iteration, - 24: body, - 32: context
        subq    %r8, %rsp
        andq    $-16, %rsp
        movq    %rdi, -8(%rbp)
        movq    %rsi, -16(%rbp)
        movq    %rdx, -24(%rbp)
        movq    %rcx, -32(%rbp)
1:      movq    -8(%rbp), %rax
        movq    -16(%rbp), %rdi
        cmpq    SlotEnd(%rax), %rdi
        jae     3f
        movq    -32(%rbp), %rsi
        call    *-24(%rbp)
.LdynamicBodyReturn:
        incq    -16(%rbp)
        movq    -8(%rbp), %rax
        charge  %rax, 1b
        call    tactus_poll
.LdynamicPollReturn:
        movq    tactus_credit@GOTTPOFF(%rip), %rdx
        movq    %rax, %fs:(%rdx)
        jmp     1b
3:      movq    -8(%rbp), %rdi
        cmpq    $0, SlotJoin(%rdi)
        je      4f
        call    tactus_join
.LdynamicJoinReturn:
4:      leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size   compiledDynamicLoop, . - compiledDynamicLoop

        .section tactus_maps, "aR", @progbits
        .p2align 2
.LdynamicMap:
        .long   compiledDynamicLoop - .LdynamicMap
        .long   3
        .long   0xffffffff
        .long   .LdynamicMapEnd - .LdynamicMap
        .long   .LdynamicBodyReturn - compiledDynamicLoop
        .short  1, 5
        entry   1, 1, -16, -8
        .long   .LdynamicPollReturn - compiledDynamicLoop
        .short  1, 5
        entry   2, 1, -16, -8
        .long   .LdynamicJoinReturn - compiledDynamicLoop
        .short  0, 0
.LdynamicMapEnd:

//===----------------------------------------------------------------------===//
// bool pollPreservesRegisters(): calls tactus_poll with known values in all registers that preserve_most keeps.
//===----------------------------------------------------------------------===//
        .text
        .globl  pollPreservesRegisters
        .type   pollPreservesRegisters, @function
pollPreservesRegisters:
        .cfi_startproc
        .irp    register, rbx, rbp, r12, r13, r14, r15
        pushq   %\register
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \register, 0
        .endr
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        .set    value, 0x1101
        .irp    register, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r12, r13, r14, r15
        movq    $value, %\register
        .set    value, value + 0x11
        .endr
        call    tactus_poll
        xorl    %eax, %eax
        .set    value, 0x1101
        .irp    register, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r12, r13, r14, r15
        cmpq    $value, %\register
        jne     1f
        .set    value, value + 0x11
        .endr
        incl    %eax
1:      addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        .irp    register, r15, r14, r13, r12, rbp, rbx
        popq    %\register
        .cfi_adjust_cfa_offset -8
        .endr
        ret
        .cfi_endproc
        .size   pollPreservesRegisters, . - pollPreservesRegisters

//===----------------------------------------------------------------------===//
// void callFromRealignedFrame(void (*callee)(void *), void *argument): as GCC writes functions that realign the stack. Where the
// frame ends is in a word of its own, which the table says by expressions.
//===----------------------------------------------------------------------===//
        .globl  callFromRealignedFrame
        .type   callFromRealignedFrame, @function
callFromRealignedFrame:
        .cfi_startproc
        leaq    8(%rsp), %r10
        .cfi_def_cfa %r10, 0
        andq    $-64, %rsp
        pushq   -8(%r10)
        pushq   %rbp
        movq    %rsp, %rbp
        // DW_CFA_expression of rbp: rbp + 0.
        .cfi_escape 0x10, 0x06, 0x02, 0x76, 0x00
        pushq   %r10
        // DW_CFA_def_cfa_expression: what is at rbp - 8.
        .cfi_escape 0x0f, 0x03, 0x76, 0x78, 0x06
        pushq   %rbx
        // DW_CFA_expression of rbx: rbp - 16.
        .cfi_escape 0x10, 0x03, 0x02, 0x76, 0x70
        movl    $3, %ebx
        movq    %rdi, %rax
        movq    %rsi, %rdi
        call    *%rax
        popq    %rbx
        popq    %r10
        .cfi_def_cfa %r10, 0
        popq    %rbp
        leaq    -8(%r10), %rsp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   callFromRealignedFrame, . - callFromRealignedFrame

        .section .note.GNU-stack, "", @progbits
