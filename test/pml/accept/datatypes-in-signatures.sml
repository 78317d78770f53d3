signature S = sig datatype 'a t = A | B of 'a * 'a t val size : 'a t -> int end
structure X : S = struct datatype 'a t = B of 'a * 'a t | A fun size A = 0 | size (B (_, r)) = 1 + size r end
val two = X.size (X.B (1, X.B (2, X.A)))
signature R = sig datatype u = datatype order val first : u end
structure Y : R = struct datatype u = datatype order val first = LESS end
val z = Y.LESS = LESS
structure Z : sig type t val A : t exception E of int val E' : int -> exn end =
struct datatype t = A exception E of int val E' = E end
val w = Z.A
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val two : int{{$}}
   CHECK-DAG: {{^ *}}val z : bool{{$}}
   CHECK-DAG: {{^ *}}val w : Z.t{{$}}
*)
