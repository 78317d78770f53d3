fun f 1.0 = 2 | f _ = 3
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: a pattern cannot contain a real constant
*)
