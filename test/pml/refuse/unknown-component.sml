val x = List.lenght []
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the structure 'List' has no value or constructor 'lenght'; did you mean 'length'?
*)
