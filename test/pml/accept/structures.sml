structure A = struct val x = 1 type t = int fun f (y : t) = y + x end
structure B : sig type t val f : t -> int end = A
structure C :> sig eqtype t val make : int -> t val get : t -> int end =
struct type t = int fun make x = x fun get x = x end
val a = B.f 3
val b = C.get (C.make 4)
val c = C.make 1 = C.make 1
structure D = let val hidden = 5 in struct val y = hidden end end
structure E = struct open A structure Nested = struct val z = x end end
val d = E.Nested.z + E.f E.x + D.y
structure F = E.Nested and G = struct end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val a : int{{$}}
   CHECK-DAG: {{^ *}}val b : int{{$}}
   CHECK-DAG: {{^ *}}val c : bool{{$}}
   CHECK-DAG: {{^ *}}structure C : sig{{$}}
   CHECK-DAG: {{^ *}}type t{{$}}
   CHECK-DAG: {{^ *}}val make : int -> C.t{{$}}
*)
