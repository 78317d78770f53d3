//===- return_stubs_aarch64.S - how a promoted call returns -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// As return_stubs.S, for AArch64. Each stub has 16 bytes:
//
//      0   nop                       the return address points behind it, so that unwinders find the stub's own row
//      4   bl    tactus_stub_common
//      8   .quad distance from here to the stub's word of tactus_original_returns
//
// The unwind row, the same for all: the canonical frame address is sp itself, and the return address is stored at
//
//     cell = (x30 & -16) + 8;  cell + *cell
//
// x30 is to unwinders what the callee has saved of it: the return address that led here.
//
//===----------------------------------------------------------------------===//

#include "abi/stubs.h"

        .section tactus_text, "ax", %progbits
        .globl  tactus_return_stubs
        .hidden tactus_return_stubs
        .type   tactus_return_stubs, %function
        .globl  tactus_return_stubs_end
        .hidden tactus_return_stubs_end
        .p2align 4
tactus_return_stubs:
        .cfi_startproc
        .cfi_signal_frame
        .cfi_def_cfa wsp, 0
        // DW_CFA_expression, register 30, 16 bytes: twice breg30 0; const1s -16; and; plus_uconst 8, then deref; plus.
        .cfi_escape 0x10, 30, 16, 0x8e, 0x00, 0x09, 0xf0, 0x1a, 0x23, 0x08, 0x8e, 0x00, 0x09, 0xf0, 0x1a, 0x23, 0x08, 0x06, 0x22
        .set    index, 0
        .rept   TACTUS_RETURN_STUBS
        nop
        bl      .LstubCommon
        .quad   tactus_original_returns + 8 * index - .
        .set    index, index + 1
        .endr
tactus_return_stubs_end:
        .cfi_endproc
        .size   tactus_return_stubs, . - tactus_return_stubs

// Called by a stub, as by F: landing pads expect sp as F has it at its call, the record in x0 and the selector in x1.
        .p2align 4
        .type   .LstubCommon, %function
.LstubCommon:
        .cfi_startproc
        stp     x29, x30, [sp, #-64]!
        .cfi_def_cfa_offset 64
        .cfi_offset w30, -56
        .cfi_offset w29, -64
        stp     x0, x1, [sp, #16]
        stp     q0, q1, [sp, #32]
        mov     x29, sp
        mov     x0, x30
        add     x1, sp, #16
        bl      tactus_return_promoted
        ldp     x29, x30, [sp], #64
        .cfi_def_cfa_offset 0
        .cfi_restore w30
        .cfi_restore w29
        mov     x16, x1
        mov     x1, #TACTUS_PROMOTED_SELECTOR
        br      x16
        .cfi_endproc

        .section .note.GNU-stack, "", %progbits
