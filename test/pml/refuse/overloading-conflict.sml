val x = 1 + 1.0
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the function takes int, but its argument is real: reals are not integers
*)
