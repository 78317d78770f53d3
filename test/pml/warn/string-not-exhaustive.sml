fun f "" = 1 | f "a" = 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: "aa" is not matched
*)
