structure S : sig val f : 'a -> 'a end = struct fun f x = x + 1 end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the value 'f' is int -> int, but the signature wants 'a -> 'a
*)
