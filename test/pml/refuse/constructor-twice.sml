datatype t = A | B | A
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the constructor 'A' is declared twice here
*)
