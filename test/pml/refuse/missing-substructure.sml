structure S : sig structure T : sig end end = struct end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no structure 'T', which the signature wants
*)
