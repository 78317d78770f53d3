val x = if true then 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: expected 'else'
*)
