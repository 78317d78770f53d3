(* A list of tuples of constants is data of the program: nothing is allocated for it. *)
val table = [(1, "one", true), (2, "two", false), (3, "three", true)]
fun name (table, k) = case List.find (fn (n, _, _) => n = k) table of SOME (_, text, _) => text | NONE => "many"
(* Which list it is, is not known before; else nothing of it would be left. *)
val _ = print (name (if null (CommandLine.arguments ()) then table else tl table, size "ab"))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   CHECK: @pml.record{{.*}} = internal constant
   CHECK: @pml.record{{.*}} = internal constant
   CHECK: @pml.record{{.*}} = internal constant
*)
