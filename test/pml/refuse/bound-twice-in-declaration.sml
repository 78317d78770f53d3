val x = 1 and x = 2
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the variable 'x' is bound twice in this pattern
*)
