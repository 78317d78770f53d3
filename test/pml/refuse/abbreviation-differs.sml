structure S : sig type t = int end = struct type t = string end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 't' is string, but the signature wants int
*)
