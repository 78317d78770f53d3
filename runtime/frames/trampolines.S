//===- trampolines.S - where compiled code enters the runtime, and back ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Five small pieces that C++ cannot express.
//
//   tactus_poll, …        convention preserve_most: saves the general registers that a C function may clobber
//   tactus_join, …        ordinary convention
//   tactus_fork_unwound, … say where the caller's frame is
//   tactus_tpal_begin, …  return into the other version of the code that has called
//   tactus_call_task      calls a task's slice from a return address that the stack walk recognises
//   tactus_call_on_stack  calls a function on another stack
//
// The first two capture the caller's state for the stack walk, in the layout of CallerState (stack_walk.h):
//
//       rsp + 24   rbx
//       rsp + 16   rbp
//       rsp +  8   rsp as it is when the call has returned
//       rsp +  0   return address
//
// Every push is described to unwinders, because the walk itself uses the unwinder to cross foreign frames, and
// because debuggers and profilers look through a poll.
//
//===----------------------------------------------------------------------===//

        .section tactus_text, "ax", @progbits

//===----------------------------------------------------------------------===//
// int64_t tactus_poll(int64_t *weight), int64_t tactus_beat(int64_t *weight), int64_t tactus_handler_poll(int64_t *weight): `slow` gets the CallerState in `register`
//===----------------------------------------------------------------------===//
        .macro  save register
        pushq   %\register
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \register, 0
        .endm
        .macro  restore register
        popq    %\register
        .cfi_adjust_cfa_offset -8
        .cfi_restore \register
        .endm
        .macro  polling name, slow, argument
        .globl  \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        save    rcx
        save    rdx
        save    rsi
        save    rdi
        save    r8
        save    r9
        save    r10
        movq    56(%rsp), %rax
        leaq    64(%rsp), %rcx
        // The CallerState. After 7 + 4 pushes and the return address the stack is aligned to 16.
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        pushq   %rcx
        .cfi_adjust_cfa_offset 8
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        movq    %rsp, %\argument
        cld
        call    \slow
        addq    $32, %rsp
        .cfi_adjust_cfa_offset -32
        restore r10
        restore r9
        restore r8
        restore rdi
        restore rsi
        restore rdx
        restore rcx
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm

        polling tactus_poll, tactus_poll_slow, rdi
        polling tactus_beat, tactus_beat_slow, rsi
        polling tactus_handler_poll, tactus_handler_poll_slow, rsi
        polling tactus_handler_beat, tactus_handler_beat_slow, rsi

//===----------------------------------------------------------------------===//
// The entries of the ordinary convention: `slow` gets the CallerState as one more argument, in `register`, and the results pass through.
//===----------------------------------------------------------------------===//
        .macro  entry name, slow, register
        .globl  \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        movq    (%rsp), %rax
        leaq    8(%rsp), %r11
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        pushq   %r11
        .cfi_adjust_cfa_offset 8
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        movq    %rsp, %\register
        call    \slow
        addq    $40, %rsp
        .cfi_adjust_cfa_offset -40
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm

        entry   tactus_join, tactus_join_slow, rsi
        entry   tactus_loop_join, tactus_join_slow, rsi
        entry   tactus_loop_cancel, tactus_cancel_slow, rsi
        entry   tactus_latent_push, tactus_latent_push_slow, rsi
        entry   tactus_latent_poll, tactus_latent_poll_slow, rdi
        entry   tactus_fork_poll, tactus_fork_poll_slow, rdx
        entry   tactus_fork_join, tactus_fork_join_slow, rsi
        entry   tactus_fork_cancel, tactus_fork_cancel_slow, rsi
        entry   tactus_fork_leave, tactus_fork_leave_slow, rsi
        entry   tactus_wait_lend, tactus_wait_lend_slow, rdi

//===----------------------------------------------------------------------===//
// `slow` gets the stack pointer as it is when the call has returned as one more argument
//===----------------------------------------------------------------------===//
        .macro  placing name, slow, register
        .globl  \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        leaq    8(%rsp), %\register
        jmp     \slow
        .cfi_endproc
        .size   \name, . - \name
        .endm

        placing tactus_fork_unwound, tactus_fork_unwound_slow, rdi
        placing tactus_fork_leave_unwound, tactus_fork_leave_unwound_slow, rsi
        placing tactus_reduction_begin, tactus_reduction_begin_slow, r8

//===----------------------------------------------------------------------===//
// void tactus_tpal_begin(void), void tactus_tpal_onward(void): `slow` gets the place of the return address, and may change it
//===----------------------------------------------------------------------===//
        .macro  moving name, slow
        .globl  \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        movq    %rsp, %rdi
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        call    \slow
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm

        moving  tactus_tpal_begin, tactus_tpal_begin_slow
        moving  tactus_tpal_onward, tactus_tpal_onward_slow

//===----------------------------------------------------------------------===//
// void tactus_call_task(first, second, third, fourth argument, void *run)
//===----------------------------------------------------------------------===//
        .globl  tactus_call_task
        .hidden tactus_call_task
        .type   tactus_call_task, @function
        .globl  tactus_task_return
        .hidden tactus_task_return
        .p2align 4
tactus_call_task:
        .cfi_startproc
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        call    *%r8
tactus_task_return:
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   tactus_call_task, . - tactus_call_task

//===----------------------------------------------------------------------===//
// void tactus_call_on_stack(void (*run)(void *argument), argument, top): `top` is a multiple of 16
//===----------------------------------------------------------------------===//
        .globl  tactus_call_on_stack
        .hidden tactus_call_on_stack
        .type   tactus_call_on_stack, @function
        .p2align 4
tactus_call_on_stack:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        movq    %rdx, %rsp
        movq    %rdi, %rax
        movq    %rsi, %rdi
        call    *%rax
        movq    %rbp, %rsp
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   tactus_call_on_stack, . - tactus_call_on_stack

        .section .note.GNU-stack, "", @progbits
