//===- trampolines_aarch64.S - where compiled code enters the runtime, and back ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// As trampolines.S, for AArch64. The CallerState (stack_walk.h) is
//
//       +24   x19
//       +16   x29
//       + 8   sp as it is when the call has returned
//       + 0   return address
//
// Each has a frame record of its own, so that those who follow frame pointers get through.
//
//===----------------------------------------------------------------------===//

        .section tactus_text, "ax", %progbits

        .macro  begin name
        .globl  \name
        .type   \name, %function
        .p2align 4
\name:
        .cfi_startproc
        bti     c
        .endm
        .macro  finish name
        .cfi_endproc
        .size   \name, . - \name
        .endm
        .macro  push_record bytes
        stp     x29, x30, [sp, #-\bytes]!
        .cfi_def_cfa_offset \bytes
        .cfi_offset w30, 8 - \bytes
        .cfi_offset w29, -\bytes
        .endm
        .macro  pop_record bytes
        ldp     x29, x30, [sp], #\bytes
        .cfi_def_cfa_offset 0
        .cfi_restore w30
        .cfi_restore w29
        .endm

//===----------------------------------------------------------------------===//
// The polls' convention is preserve_most: x9 to x15 are the caller's as well.
//===----------------------------------------------------------------------===//
        .macro  polling name, slow, argument
        begin   \name
        push_record 112
        stp     x9, x10, [sp, #16]
        stp     x11, x12, [sp, #32]
        stp     x13, x14, [sp, #48]
        add     x9, sp, #112
        stp     x15, x30, [sp, #64]
        stp     x9, x29, [sp, #80]
        str     x19, [sp, #96]
        mov     x29, sp
        add     \argument, sp, #72
        bl      \slow
        ldp     x9, x10, [sp, #16]
        ldp     x11, x12, [sp, #32]
        ldp     x13, x14, [sp, #48]
        ldr     x15, [sp, #64]
        pop_record 112
        ret
        finish  \name
        .endm

        polling tactus_poll, tactus_poll_slow, x0
        polling tactus_beat, tactus_beat_slow, x1
        polling tactus_handler_poll, tactus_handler_poll_slow, x1
        polling tactus_handler_beat, tactus_handler_beat_slow, x1

//===----------------------------------------------------------------------===//
// The ordinary convention.
//===----------------------------------------------------------------------===//
        .macro  entry name, slow, argument
        begin   \name
        push_record 48
        add     x9, sp, #48
        stp     x30, x9, [sp, #16]
        stp     x29, x19, [sp, #32]
        mov     x29, sp
        add     \argument, sp, #16
        bl      \slow
        pop_record 48
        ret
        finish  \name
        .endm

        entry   tactus_join, tactus_join_slow, x1
        entry   tactus_loop_join, tactus_join_slow, x1
        entry   tactus_loop_cancel, tactus_cancel_slow, x1
        entry   tactus_latent_push, tactus_latent_push_slow, x1
        entry   tactus_latent_poll, tactus_latent_poll_slow, x0
        entry   tactus_fork_poll, tactus_fork_poll_slow, x2
        entry   tactus_fork_join, tactus_fork_join_slow, x1
        entry   tactus_fork_cancel, tactus_fork_cancel_slow, x1
        entry   tactus_fork_leave, tactus_fork_leave_slow, x1
        entry   tactus_wait_lend, tactus_wait_lend_slow, x0

//===----------------------------------------------------------------------===//
// `slow` gets the stack pointer as one more argument
//===----------------------------------------------------------------------===//
        .macro  placing name, slow, argument
        begin   \name
        mov     \argument, sp
        b       \slow
        finish  \name
        .endm

        placing tactus_fork_unwound, tactus_fork_unwound_slow, x0
        placing tactus_fork_leave_unwound, tactus_fork_leave_unwound_slow, x1
        placing tactus_reduction_begin, tactus_reduction_begin_slow, x4

//===----------------------------------------------------------------------===//
// void tactus_tpal_begin(void), void tactus_tpal_onward(void): `slow` gets the place of the return address
//===----------------------------------------------------------------------===//
        .macro  moving name, slow
        begin   \name
        push_record 16
        mov     x29, sp
        add     x0, sp, #8
        bl      \slow
        pop_record 16
        ret
        finish  \name
        .endm

        moving  tactus_tpal_begin, tactus_tpal_begin_slow
        moving  tactus_tpal_onward, tactus_tpal_onward_slow

//===----------------------------------------------------------------------===//
// void tactus_call_task(first, second, third, fourth argument, void *run)
//===----------------------------------------------------------------------===//
        .hidden tactus_call_task
        begin   tactus_call_task
        push_record 16
        mov     x29, sp
        blr     x4
        .globl  tactus_task_return
        .hidden tactus_task_return
tactus_task_return:
        pop_record 16
        ret
        finish  tactus_call_task

//===----------------------------------------------------------------------===//
// void tactus_call_on_stack(void (*run)(void *argument), argument, top): `top` is a multiple of 16
//===----------------------------------------------------------------------===//
        .hidden tactus_call_on_stack
        begin   tactus_call_on_stack
        push_record 16
        mov     x29, sp
        .cfi_def_cfa w29, 16
        mov     sp, x2
        mov     x9, x0
        mov     x0, x1
        blr     x9
        mov     sp, x29
        .cfi_def_cfa wsp, 16
        pop_record 16
        ret
        finish  tactus_call_on_stack

        .section .note.GNU-stack, "", %progbits
