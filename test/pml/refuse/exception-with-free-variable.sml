exception E of 'a
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type variable 'a is not bound here
*)
