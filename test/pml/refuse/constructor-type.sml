structure S : sig datatype t = A of int end = struct datatype t = A of string end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the constructor 'A' of 't' is string -> t, but the signature wants int -> t
*)
