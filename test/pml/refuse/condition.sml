val x = if 1 then 2 else 3
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the condition of 'if' has to be bool, but it is int
*)
