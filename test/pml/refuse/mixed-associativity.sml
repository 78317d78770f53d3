infix 5 <<
infixr 5 >>
fun x << y = x + y
fun x >> y = x - y
val x = 1 << 2 >> 3
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: associates to the
*)
