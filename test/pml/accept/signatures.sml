signature ORDERED = sig type t val compare : t * t -> order end
signature SET =
sig
  structure Element : ORDERED
  type set
  val empty : set
  val insert : Element.t * set -> set
  exception Missing of Element.t
  datatype answer = Yes | No
  val member : Element.t * set -> answer
end
signature INT_SET = SET where type Element.t = int
signature BOTH = sig include ORDERED val default : t end
signature TWO = sig type t type u = t * t val x : u eqtype v end
signature SHARED = sig structure A : ORDERED structure B : ORDERED sharing A = B sharing type A.t = B.t end
signature MANY = sig type ('a, 'b) map and key val get : ('a, 'b) map * key -> 'b end where type key = string and type ('a, 'b) map = 'a -> 'b
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}signature ORDERED = sig{{$}}
   CHECK-DAG: {{^ *}}val compare : t * t -> order{{$}}
   CHECK-DAG: {{^ *}}signature INT_SET = sig{{$}}
   CHECK-DAG: {{^ *}}val insert : int * set -> set{{$}}
   CHECK-DAG: {{^ *}}signature MANY = sig{{$}}
   CHECK-DAG: {{^ *}}val get : ('a -> 'b) * string -> 'b{{$}}
*)
