structure S : sig datatype t = A end = struct type t = int val A = 1 end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 't' is no datatype, as the signature wants
*)
