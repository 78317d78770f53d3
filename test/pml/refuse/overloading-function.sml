val x = (fn y => y) < (fn y => y)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: only
*)
