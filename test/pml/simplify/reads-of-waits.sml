(* What a loop that may wait looks at is read each time: an element behind the check of its subscript, either of two
   references that change places, and one that two functions look at which call each other. *)
val elements = Array.array (size (CommandLine.name ()), 0)
fun ready k = if Array.sub (elements, k) = 2 then () else ready k
fun either (a, b) = if !a = 41 orelse !b = 41 then () else either (b, a)
val light = ref 0
fun red k = if !light = 42 then k else yellow (k + 1)
and yellow k = if !light = 42 then k + 1 else if k > 1000000 then red 0 else red k
fun twice f = ignore (ForkJoin.par (f, f))
val () = twice (fn () => ready (size (CommandLine.name ()) - 1))
val () = twice (fn () => either (ref 0, ref 0))
val () = twice (fn () => ignore (red 0 + yellow 1))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   The functions come in this order. Where the two call each other, a fence keeps the read in the loop.
   CHECK: [[ELEMENT:%.*]] = load atomic i64, ptr addrspace(1) {{.*}} monotonic
   CHECK: @pml_pause
   CHECK: icmp eq i64 [[ELEMENT]], 2{{$}}
   CHECK: [[LEFT:%.*]] = load atomic i64, ptr addrspace(1) {{.*}} monotonic
   CHECK: icmp eq i64 [[LEFT]], 41
   CHECK: [[RIGHT:%.*]] = load atomic i64, ptr addrspace(1) {{.*}} monotonic
   CHECK: @pml_pause
   CHECK: icmp eq i64 [[RIGHT]], 41
   CHECK: fence syncscope("singlethread") seq_cst
   CHECK: [[LIGHT:%.*]] = load i64, ptr addrspace(1)
   CHECK: @pml_pause
   CHECK: icmp eq i64 [[LIGHT]], 42
*)
