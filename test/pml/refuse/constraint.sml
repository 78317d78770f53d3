val x = "a" : int
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this expression is string, but its type is given as int
   CHECK: note: the type is given here
*)
