val x = 1 ¬ 2
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: no token of Standard ML begins with this character
*)
