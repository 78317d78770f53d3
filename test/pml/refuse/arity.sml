val x : (int, int) list = []
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 'list' takes 1 argument, but here it has 2
*)
