val x = raise 3
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: only exceptions, of type exn, can be raised, but this is int
*)
