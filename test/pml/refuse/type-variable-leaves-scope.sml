val f = fn x => let val g : 'a -> 'a = fn y => if true then x else y in g end
val (a : int) = 1
fun h x = let fun 'b g (y : 'b) = if true then x else y in g end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: would leave its scope
*)
