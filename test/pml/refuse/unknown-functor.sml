structure S = F (struct end)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no functor 'F'
*)
