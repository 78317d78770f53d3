fun f Empty = 1 | f (Fail _) = 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: _ is not matched
*)
