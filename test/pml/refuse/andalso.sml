val x = true andalso 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'andalso' combines bool, but this is int
*)
