(* Functors, generative types, opaque and transparent ascription, sharing, nested structures. *)
fun say s = print ("> " ^ s ^ "\n")
signature ORDER = sig type t val compare : t * t -> order end
signature SET =
sig
  type element
  type set
  val empty : set
  val add : element * set -> set
  val member : element * set -> bool
  val toList : set -> element list
end
functor TreeSet (Order : ORDER) :> SET where type element = Order.t =
struct
  type element = Order.t
  datatype set = Leaf | Node of set * element * set
  val empty = Leaf
  fun add (x, Leaf) = Node (Leaf, x, Leaf)
    | add (x, t as Node (l, y, r)) =
        case Order.compare (x, y) of
          LESS => Node (add (x, l), y, r)
        | GREATER => Node (l, y, add (x, r))
        | EQUAL => t
  fun member (_, Leaf) = false
    | member (x, Node (l, y, r)) =
        case Order.compare (x, y) of LESS => member (x, l) | GREATER => member (x, r) | EQUAL => true
  fun toList Leaf = [] | toList (Node (l, x, r)) = toList l @ (x :: toList r)
end
structure IntSet = TreeSet (struct type t = int val compare = Int.compare end)
structure StringSet = TreeSet (struct type t = string val compare = String.compare end)
structure PairSet =
  TreeSet
    (struct
       type t = int * string
       fun compare ((a, s), (b, t)) = case Int.compare (a, b) of EQUAL => String.compare (s, t) | other => other
     end)
val numbers = List.foldl IntSet.add IntSet.empty [5, 1, 4, 1, 5, 9, 2, 6]
val words = List.foldl StringSet.add StringSet.empty ["the", "quick", "brown", "the"]
val pairs = List.foldl PairSet.add PairSet.empty [(2, "b"), (1, "z"), (2, "a"), (2, "b")]
val _ = say (String.concatWith " " (List.map Int.toString (IntSet.toList numbers)))
val _ = say (String.concatWith " " (StringSet.toList words))
val _ = say (String.concatWith " " (List.map (fn (n, s) => Int.toString n ^ s) (PairSet.toList pairs)))
val _ = say (Bool.toString (IntSet.member (9, numbers)) ^ Bool.toString (StringSet.member ("fox", words)))

structure Counter :> sig type t val new : unit -> t val next : t -> int end =
struct
  type t = int ref
  fun new () = ref 0
  fun next r = (r := !r + 1; !r)
end
val c = Counter.new ()
val d = Counter.new ()
val _ = (Counter.next c; Counter.next c; Counter.next d)
val _ = say (Int.toString (Counter.next c) ^ " " ^ Int.toString (Counter.next d))

functor Twice (structure A : sig type t val f : t -> t end) = struct val g = A.f o A.f end
structure AddTwo = Twice (structure A = struct type t = int fun f x = x + 1 end)
structure Shout = Twice (structure A = struct type t = string fun f s = s ^ "!" end)
val _ = say (Int.toString (AddTwo.g 40) ^ Shout.g "hey")

(* A functor's effects happen at each application. *)
functor Effect (val name : string) = struct val _ = say ("applied to " ^ name) val cell = ref 0 end
structure E1 = Effect (val name = "one")
structure E2 = Effect (val name = "two")
val _ = E1.cell := 3
val _ = say (Int.toString (!E1.cell + !E2.cell))

structure Outer =
struct
  structure Inner = struct datatype color = Red | Green of int | Blue fun name Red = "red" | name (Green n) = "green" ^ Int.toString n | name Blue = "blue" end
  open Inner
  val all = [Red, Green 3, Blue]
end
local open Outer in val _ = say (String.concatWith "," (List.map name all)) end
signature TWO = sig structure A : ORDER structure B : ORDER sharing type A.t = B.t end
functor Agree (X : TWO) = struct fun agree (a, b) = X.A.compare (a, b) = X.B.compare (a, b) end
structure G =
  Agree
    (structure A = struct type t = int val compare = Int.compare end
     structure B = struct type t = int fun compare (a, b) = Int.compare (b, a) end)
val _ = say (Bool.toString (G.agree (1, 2)) ^ Bool.toString (G.agree (2, 2)))
abstype nat = Nat of int with val zero = Nat 0 fun succ (Nat n) = Nat (n + 1) fun value (Nat n) = n end
val _ = say (Int.toString (value (succ (succ zero))))
structure S = let val hidden = 20 in struct val twice = hidden * 2 end end
val _ = say (Int.toString S.twice)
