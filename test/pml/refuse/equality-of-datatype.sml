datatype t = F of int -> int
val x = F (fn y => y) = F (fn y => y)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: t does not admit equality
*)
