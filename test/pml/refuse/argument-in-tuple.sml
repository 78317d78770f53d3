fun f (x, y) = x + y + 1
val z = f (1, "a")
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 2:15: error: the function takes int, but its argument is string
*)
