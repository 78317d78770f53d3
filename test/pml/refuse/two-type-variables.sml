fun f (x : 'a, y : 'b) = if true then x else y
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: both branches of 'if' have one type, but 'then' gives 'a and 'else' gives 'b
*)
