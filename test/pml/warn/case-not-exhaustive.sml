fun f x = case x of SOME 1 => 2 | NONE => 3
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: 1:11: warning: this 'case' does not cover every value: SOME 0 is not matched
*)
