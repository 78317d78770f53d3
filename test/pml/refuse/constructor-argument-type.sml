fun f (SOME "a" : int option) = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this pattern is string option, but its type is given as int option
*)
