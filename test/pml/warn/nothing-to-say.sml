datatype t = A | B of int
fun f (A, _) = 1 | f (_, A) = 2 | f (B _, B _) = 3
val r = ref []
val _ = r := [1]
fun g x = f x handle Fail _ => 3
val h = fn #"a" => 1 | _ => 2
fun k (x, 0) = 1 | k (0, y) = 2 | k (x, y) = 3
(* Each application of a functor has an exception of its own. *)
functor F () = struct exception Same of int end
structure One = F () structure Two = F ()
fun m x = f x handle One.Same _ => 1 | Two.Same _ => 2
(* RUN: %check %s > %t 2>&1
   RUN: count 0 < %t
*)
