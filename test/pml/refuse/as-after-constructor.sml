fun f (SOME x as y) = x
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: only a variable, with a type or without, may stand before 'as'
*)
