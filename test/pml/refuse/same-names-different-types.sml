datatype t = A
val x = A
datatype t = A
val y = if true then x else A
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'then' gives t and 'else' gives t
   CHECK: 1:10: note: one of two different types 't' is declared here
   CHECK: 3:10: note: one of two different types 't' is declared here
*)
