signature ORDERED = sig type t val compare : t * t -> order end
functor MakeSet (Element : ORDERED) :>
sig type set val empty : set val insert : Element.t * set -> set val toList : set -> Element.t list end =
struct
  type set = Element.t list
  val empty = []
  fun insert (x, []) = [x]
    | insert (x, y :: rest) =
        case Element.compare (x, y) of
          LESS => x :: y :: rest
        | EQUAL => y :: rest
        | GREATER => y :: insert (x, rest)
  fun toList s = s
end
structure IntSet = MakeSet (struct type t = int val compare = Int.compare end)
structure StringSet = MakeSet (type t = string val compare = String.compare)
val l = IntSet.toList (IntSet.insert (3, IntSet.insert (1, IntSet.empty)))
functor Opened (type t val x : t val show : t -> string) = struct val shown = show x end
structure O = Opened (type t = int val x = 3 val show = Int.toString)
functor Twice (structure A : ORDERED structure B : ORDERED where type t = A.t) =
struct fun both (x, y) = (A.compare (x, y), B.compare (x, y)) end
structure T = Twice (structure A = struct type t = int val compare = Int.compare end structure B = A)
functor Generative () = struct datatype t = A | B end
structure G1 = Generative () and G2 = Generative ()
val g = (G1.A, G2.B)
functor Same (X : sig type t end) = struct open X val f = fn x : t => x end
structure S = Same (struct type t = bool end)
val s = S.f true
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val l : int list{{$}}
   CHECK-DAG: {{^ *}}val g : G1.t * G2.t{{$}}
   CHECK-DAG: {{^ *}}val s : bool{{$}}
   CHECK-DAG: {{^ *}}structure IntSet : sig{{$}}
   CHECK-DAG: {{^ *}}val insert : int * IntSet.set -> IntSet.set{{$}}
   CHECK-DAG: {{^ *}}val shown : string{{$}}
   CHECK-DAG: {{^ *}}val both : int * int -> order * order{{$}}
*)
