signature S = sig val x : int val x : bool end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the value 'x' is specified twice in this signature
*)
