val (x, y) = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the pattern is 'a * 'b, but its value is int
*)
