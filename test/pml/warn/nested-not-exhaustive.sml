datatype t = A of bool | B of t * t
fun f (B (A true, _)) = 1 | f (B (A false, B _)) = 2 | f (A _) = 3
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: B (B _, _) is not matched
*)
