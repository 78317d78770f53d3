structure S : sig eqtype t end = struct type t = int -> int end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 't' does not admit equality, as the signature wants
*)
