val true = false
datatype t = true
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'true' cannot be declared again
*)
