fun f 1 2 = 3
  | f 1 = 4
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this clause has 1 arguments, but the first has 2
*)
