fun f 1 = 2
  | f _ = "a"
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the function's result is int, but here it is string
*)
