val x = 1 handle 2 => 3
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'handle' matches exceptions, of type exn, but this pattern is int
*)
