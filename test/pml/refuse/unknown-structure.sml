val x = Lsit.length []
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no structure 'Lsit'; did you mean 'List'?
*)
