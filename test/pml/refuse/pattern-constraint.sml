fun f (1 : string) = 2
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this pattern is int, but its type is given as string
*)
