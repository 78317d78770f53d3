val a = 1 + "x"
val b = not 3
val c = hd 4
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 1:13: error
   CHECK: 2:13: error: the function takes bool, but its argument is int
   CHECK: 3:12: error: the function takes 'a list, but its argument is int
*)
