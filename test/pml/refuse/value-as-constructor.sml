fun g x = x
fun f (g x) = x
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'g' is no constructor, so that it cannot be applied in a pattern
*)
