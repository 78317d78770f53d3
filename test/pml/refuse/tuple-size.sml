fun f (x, y) = x + y
val z = f (1, 2, 3)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: a tuple of 2 is not one of 3
*)
