fun f x = x + 1
val y = f "a"
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the function takes int, but its argument is string
   CHECK: note: the function is int -> int
*)
