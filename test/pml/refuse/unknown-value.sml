val x = lenght [1]
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no value or constructor 'lenght'; did you mean 'length'?
*)
