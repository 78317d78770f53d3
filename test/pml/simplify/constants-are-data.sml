(* A list of tuples of constants is data of the program: nothing is allocated for it. Equal tuples are one. *)
val table = [(1, "one", true), (2, "two", false), (3, "three", true), (2, "two", false)]
fun name (table, k) = case List.find (fn (n, _, _) => n = k) table of SOME (_, text, _) => text | NONE => "many"
(* Which list it is, is not known before; else nothing of it would be left. *)
val _ = print (name (if null (CommandLine.arguments ()) then table else tl table, size "ab"))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   CHECK-COUNT-3: @pml.record{{.*}} = internal constant <{ i64, ptr addrspace(1), i64, i8, [7 x i8] }>
   CHECK-NOT: @pml.record{{.*}} = {{.*}}, i64, i8, [7 x i8] }>
*)
