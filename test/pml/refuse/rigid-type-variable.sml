fun f (x : 'a) = x + 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'a
*)
