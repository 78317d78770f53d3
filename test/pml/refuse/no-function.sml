val x = 1 2
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this is applied to an argument, but it is no function: it is int
*)
