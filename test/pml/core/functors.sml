(* Functors: applied several times, their types are new each time if they are opaque; nested structures. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
signature ORDER = sig type t val compare : t * t -> order end
functor MakeSet (O : ORDER) :> sig type set val empty : set val add : O.t * set -> set val list : set -> O.t list end =
struct
  type set = O.t list
  val empty = []
  fun add (x, []) = [x] | add (x, y :: r) = case O.compare (x, y) of LESS => x :: y :: r | EQUAL => y :: r | GREATER => y :: add (x, r)
  fun list s = s
end
structure IntSet = MakeSet (type t = int val compare = Int.compare)
structure Backwards = MakeSet (struct type t = int fun compare (a, b) = Int.compare (b, a) end)
structure StringSet = MakeSet (struct type t = string val compare = String.compare end)
val _ = say (String.concatWith " " (map Int.toString (IntSet.list (foldl IntSet.add IntSet.empty [3, 1, 2, 3]))))
val _ = say (String.concatWith " " (map Int.toString (Backwards.list (foldl Backwards.add Backwards.empty [3, 1, 2, 3]))))
val _ = say (String.concatWith " " (StringSet.list (foldl StringSet.add StringSet.empty ["b", "a"])))
functor Pair (structure A : ORDER structure B : ORDER) : ORDER =
struct
  type t = A.t * B.t
  fun compare ((a, b), (c, d)) = case A.compare (a, c) of EQUAL => B.compare (b, d) | other => other
end
structure I = struct type t = int val compare = Int.compare end
structure PairSet = MakeSet (Pair (structure A = I structure B = Pair (structure A = I structure B = I)))
val _ = say (Int.toString (length (PairSet.list (foldl PairSet.add PairSet.empty [(1, (2, 3)), (1, (2, 3)), (0, (9, 9))]))))
functor Counter () = struct val n = ref 0 fun next () = (n := !n + 1; !n) end
structure C1 = Counter () structure C2 = Counter ()
val _ = (C1.next (); C1.next (); say (Int.toString (C1.next ()) ^ Int.toString (C2.next ())))
