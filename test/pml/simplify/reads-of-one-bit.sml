(* The library's ways to round are globals that one place writes, of two values: LLVM makes one bit of such a global. *)
val goal = ref 0.5
fun await x = if Real.trunc (!goal) = 5 orelse Real.round (!goal) = 6 then x else await x
val () = ignore (ForkJoin.par (fn () => await 1, fn () => await 2))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   A loop that waits reads it each time, though no atomic read has one bit.
   CHECK: load volatile i1, ptr @pml.global
*)
