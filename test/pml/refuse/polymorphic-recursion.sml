fun f x = (f 1; f "a")
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the function takes int, but its argument is string
*)
