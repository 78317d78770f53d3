fun nil x = x
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'nil' cannot be declared again
*)
