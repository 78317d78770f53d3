(* A list of tuples of constants is data of the program: nothing is allocated for it. *)
val table = [(1, "one", true), (2, "two", false), (3, "three", true)]
fun name k = case List.find (fn (n, _, _) => n = k) table of SOME (_, text, _) => text | NONE => "many"
val _ = print (name (size "ab"))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   CHECK: @pml.record{{.*}} = internal constant
   CHECK: @pml.record{{.*}} = internal constant
   CHECK: @pml.record{{.*}} = internal constant
*)
