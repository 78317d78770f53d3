val x :: _ = [1]
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: this pattern does not match every value: nil is not matched
*)
