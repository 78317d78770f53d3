exception E = length
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'length' is no exception
*)
