(* What calls a value of a function type jumps to the functions of that type, and is no copy of all of them. *)
val table = Array.fromList
  [fn s => s ^ "a", fn s => "b" ^ s, fn s => s ^ s, fn s => s ^ "d" ^ s, fn s => "e" ^ s ^ "e", fn _ => "f"]
fun apply (i, s) = if i = 6 then s else apply (i + 1, Array.sub (table, i) s)
val _ = print (apply (size "", "x"))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   CHECK-COUNT-5: define {{.*}}@pml.fn.
*)
