val x = 9223372036854775808
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the constant 9223372036854775808 does not fit into int, which has 64 bits
*)
