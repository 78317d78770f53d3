abstype t = A with val a = A end
val x = a = a
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: t does not admit equality
*)
