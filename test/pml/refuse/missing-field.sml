val x = #c {a = 1, b = 2}
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no field 'c'
*)
