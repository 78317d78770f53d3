fun f [] = 0 | f [x] = 1 | f (x :: y :: []) = 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: this function does not cover every argument: _ :: _ :: _ :: _ is not matched
*)
