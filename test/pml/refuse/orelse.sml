val x = "a" orelse false
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'orelse' combines bool, but this is string
*)
