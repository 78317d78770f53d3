fun f 1 = 2
  | f "a" = 3
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this argument is string, but the clauses before take int
*)
