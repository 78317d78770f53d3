val s = "\300"
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no character with the code 300
*)
