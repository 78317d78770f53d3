//===- return_stubs.S - how a promoted call returns ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each stub has 16 bytes:
//
//      0   nop                       the return address points behind it, so that unwinders, which look up the address
//      1   call  tactus_stub_common  before a return address, find the stub's own row
//      8   .quad distance from here to the stub's word of tactus_original_returns
//
// The unwind row, the same for all: the canonical frame address is rsp itself, and the return address is stored at
//
//     cell = (pc & -16) + 8;  cell + *cell
//
// which needs no absolute address, so that the library can be loaded anywhere. `pc` is the return address that led
// here: register 16.
//
//===----------------------------------------------------------------------===//

#include "abi/stubs.h"

        .section tactus_text, "ax", @progbits
        .globl  tactus_return_stubs
        .hidden tactus_return_stubs
        .type   tactus_return_stubs, @function
        .globl  tactus_return_stubs_end
        .hidden tactus_return_stubs_end
        .p2align 4
tactus_return_stubs:
        .cfi_startproc
        // libgcc tells frames apart by their stack pointer, and the stub has that of the frame behind it. Marked as a signal's
        // frame it is another one, or an exception that the frame behind it catches would end the program. What a signal
        // interrupts is looked up by its exact address, so the table holds one inside the call instruction.
        .cfi_signal_frame
        .cfi_def_cfa rsp, 0
        // DW_CFA_expression, register 16, 16 bytes: twice breg16 0; const1s -16; and; plus_uconst 8, then deref; plus.
        // (valgrind knows no dup, and complains of it in each program.)
        .cfi_escape 0x10, 16, 16, 0x80, 0x00, 0x09, 0xf0, 0x1a, 0x23, 0x08, 0x80, 0x00, 0x09, 0xf0, 0x1a, 0x23, 0x08, 0x06, 0x22
        .set    index, 0
        .rept   TACTUS_RETURN_STUBS
        nop
        // Always 5 bytes: a symbol of this section.
        call    .LstubCommon
        int3
        int3
        .quad   tactus_original_returns + 8 * index - .
        .set    index, index + 1
        .endr
tactus_return_stubs_end:
        .cfi_endproc
        .size   tactus_return_stubs, . - tactus_return_stubs

// An ordinary function to unwinders, called by a stub. The stack pointer of F at its call is rsp + 8, which landing pads
// expect in rsp.
        .p2align 4
        .type   .LstubCommon, @function
.LstubCommon:
        .cfi_startproc
        // What landing pads do not expect to find preserved may be used; F's frame is not touched. rsp may have any
        // alignment by 8: calls are made with it aligned to 16, so it is 8 below that here.
        subq    $56, %rsp
        .cfi_adjust_cfa_offset 56
        movq    %rax, 0(%rsp)
        movq    %rdx, 8(%rsp)
        movups  %xmm0, 16(%rsp)
        movups  %xmm1, 32(%rsp)
        movq    56(%rsp), %rdi          // in the stub
        movq    %rsp, %rsi
        cld
        call    tactus_return_promoted
        addq    $64, %rsp               // with the return address into the stub
        .cfi_adjust_cfa_offset -64
        movq    %rdx, %rcx
        movl    $TACTUS_PROMOTED_SELECTOR, %edx
        jmpq    *%rcx
        .cfi_endproc

        .section .note.GNU-stack, "", @progbits
