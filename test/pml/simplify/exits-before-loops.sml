(* In the inner loop, which writes nothing, whether i is a subscript is decided once, and so is the root of what stands there.
   The loop may end in its last block. *)
fun pass (a, n, i, j, found) =
  if i >= n then found
  else if j >= n then pass (a, n, i + 1, i + 2, found)
  else if Math.sqrt (Array.sub (a, i)) < Array.sub (a, j) then (Array.update (a, j, 0.0); pass (a, n, i, j + 1, true))
  else pass (a, n, i, j + 1, found)
val a = Array.tabulate (size (CommandLine.name ()), Real.fromInt)
val _ = print (Bool.toString (pass (a, Array.length a, 0, 1, false)))
(* RUN: %llvm %s -o %t.ll
   RUN: FileCheck %s < %t.ll
   CHECK: [[ROOT:%.*]] = {{.*}}call double @llvm.sqrt.f64(double
   CHECK-NEXT: br label %[[LOOP:.*]]
   CHECK: {{^}}[[LOOP]]:
   CHECK: fcmp {{.*}}[[ROOT]]
*)
