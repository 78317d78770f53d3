structure S : sig type t end = struct end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no type 't', which the signature wants
*)
