fun f (true, _) = 1 | f (_, true) = 2 | f (false, false) = 3 | f (false, true) = 4
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: warning: this rule is never used
*)
