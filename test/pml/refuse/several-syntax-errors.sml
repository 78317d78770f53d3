val = 1
val x = 2
fun = 3
val y = (4
val z = 5
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 1:5: error: expected a pattern
   CHECK: 4:1: error: expected '=' after the arguments
   CHECK: 5:1: error: expected ')' to close this expression, but found 'val'
*)
