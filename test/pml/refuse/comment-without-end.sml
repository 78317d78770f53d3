(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this comment does not end
*)
val x = 1
(* no end
