val s = "a\qb"
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: no such escape in a string
*)
