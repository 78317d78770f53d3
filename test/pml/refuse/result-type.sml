fun f x : string = x + 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the function's result is string, but here it is int
*)
