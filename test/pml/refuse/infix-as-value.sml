val f = + 
val x = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the infix operator '+' stands where a value is expected
*)
