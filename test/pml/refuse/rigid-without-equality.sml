fun f (x : 'a, y : 'a) = x = y
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'a does not admit equality; write ''a
*)
