val x : intt = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no type 'intt'; did you mean 'int'?
*)
