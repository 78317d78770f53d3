fun f (SOME) = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the constructor 'SOME' takes an argument, but has none here
*)
