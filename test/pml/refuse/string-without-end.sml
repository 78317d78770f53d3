val s = "abc
val x = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this string does not end on its line
*)
