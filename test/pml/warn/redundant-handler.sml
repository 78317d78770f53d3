val x = 1 handle Fail _ => 1 | Fail s => 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: 1:32: warning: this rule is never used
*)
