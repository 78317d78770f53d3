fun f (SOME _) = 1 | f NONE = 2 | f _ = 3
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: 1:37: warning: this rule is never used
*)
