fun f (NONE x) = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the constructor 'NONE' takes no argument, but has one here
*)
