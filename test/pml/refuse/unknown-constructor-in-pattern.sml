fun f (Leaf x) = x
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no value or constructor 'Leaf'
*)
