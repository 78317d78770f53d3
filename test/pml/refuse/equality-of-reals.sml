val x = 1.0 = 2.0
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: reals do not admit equality; compare them with Real.==
*)
