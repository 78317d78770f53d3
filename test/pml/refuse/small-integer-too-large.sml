val x = ~129 : Int8.int
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the constant ~129 does not fit into Int8.int
*)
