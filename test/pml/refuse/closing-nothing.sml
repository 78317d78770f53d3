val x = 1 end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: expected a declaration, but found 'end'
*)
