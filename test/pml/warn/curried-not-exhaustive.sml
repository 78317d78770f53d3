fun f true 0 = 1 | f false _ = 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: this function does not cover every argument: (true, 1) is not matched
*)
