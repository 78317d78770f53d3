structure S : sig type 'a t end = struct type t = int end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 't' takes 0 arguments, but the signature wants 1
*)
