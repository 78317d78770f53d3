fun f {a = true, b = _} = 1 | f {a = false, b = SOME _} = 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: {a = false, b = NONE} is not matched
*)
