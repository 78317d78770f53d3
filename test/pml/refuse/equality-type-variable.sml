fun f (x : ''a) = x = x
val y = f (fn z => z)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: functions do not admit equality
*)
