fun f x = 1 | f 0 = 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: 1:17: warning: this rule is never used
*)
