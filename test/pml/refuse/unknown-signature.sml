structure S : ORDERING = struct end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no signature 'ORDERING'
*)
