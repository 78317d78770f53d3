fun f x = x x
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: it would contain itself
*)
