val r = ref []
val _ = r := [1]
val _ = r := ["a"]
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the function takes int list, but its argument is string list
*)
