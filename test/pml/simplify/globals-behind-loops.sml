(* What stands behind a loop of the program's body is made once, and a global. *)
fun skip (l, n) = if n > 10 then l else skip (n :: l, n + 1)
val numbers = skip ([], size (CommandLine.name ()))
val table = Array.fromList numbers
exception Missing of int
fun find k = if k >= Array.length table then raise Missing k else Array.sub (table, k) + 1
fun all k = if k > 3 then [] else find k :: all (k + 1)
val () = print (Int.toString (List.foldl op + 0 (all 0)) ^ "\n")
(* RUN: %lower --stop-after ir %s | FileCheck %s
   CHECK: global @[[TABLE:[.0-9]+]]: array<i64>
   CHECK: fun @all.{{[0-9]+}}(%k.0: i64):
   CHECK: fun @main(
   CHECK: setglobal @[[TABLE]](
*)
