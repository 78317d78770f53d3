//===- microtask_aarch64.S - calls code that clang has outlined ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// As microtask.S, for AArch64: eight arguments are in registers, the two and six of the array's.
//
//===----------------------------------------------------------------------===//
        .section tactus_text, "ax", %progbits
        .globl  tactus_call_traced_microtask
        .hidden tactus_call_traced_microtask
        .type   tactus_call_traced_microtask, %function
        .p2align 4
tactus_call_traced_microtask:
        .cfi_startproc
        bti     c
        sub     x9, sp, #16
        str     x9, [x5]
        b       tactus_call_microtask
        .cfi_endproc
        .size   tactus_call_traced_microtask, . - tactus_call_traced_microtask

        .globl  tactus_call_microtask
        .hidden tactus_call_microtask
        .type   tactus_call_microtask, %function
        .p2align 4
tactus_call_microtask:
        .cfi_startproc
        bti     c
        stp     x29, x30, [sp, #-16]!
        .cfi_def_cfa_offset 16
        .cfi_offset w30, -8
        .cfi_offset w29, -16
        mov     x29, sp
        .cfi_def_cfa w29, 16
        mov     x9, x0                  // the code
        mov     x10, x3                 // how many
        mov     x11, x4                 // the array
        mov     x0, x1
        mov     x1, x2
        cmp     x10, #6
        b.ls    3f
        // Those behind the sixth, with room for one more where they are an odd number.
        sub     x12, x10, #6
        add     x12, x12, #1
        and     x12, x12, #-2
        sub     sp, sp, x12, lsl #3
2:      sub     x10, x10, #1
        ldr     x12, [x11, x10, lsl #3]
        sub     x13, x10, #6
        str     x12, [sp, x13, lsl #3]
        cmp     x10, #6
        b.hi    2b
3:      cmp     x10, #6
        b.lo    4f
        ldr     x7, [x11, #40]
4:      cmp     x10, #5
        b.lo    5f
        ldr     x6, [x11, #32]
5:      cmp     x10, #4
        b.lo    6f
        ldr     x5, [x11, #24]
6:      cmp     x10, #3
        b.lo    7f
        ldr     x4, [x11, #16]
7:      cmp     x10, #2
        b.lo    8f
        ldr     x3, [x11, #8]
8:      cbz     x10, 9f
        ldr     x2, [x11]
9:      blr     x9
        mov     sp, x29
        ldp     x29, x30, [sp], #16
        .cfi_def_cfa wsp, 0
        .cfi_restore w30
        .cfi_restore w29
        ret
        .cfi_endproc
        .size   tactus_call_microtask, . - tactus_call_microtask
        .section .note.GNU-stack, "", %progbits
