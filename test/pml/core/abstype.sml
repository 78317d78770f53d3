(* abstype: constructors are hidden, equality too. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
abstype stack = Stack of int list
with
  val empty = Stack []
  fun push (x, Stack l) = Stack (x :: l)
  fun pop (Stack []) = NONE | pop (Stack (x :: l)) = SOME (x, Stack l)
  fun depth (Stack l) = length l
end
val s = push (3, push (2, push (1, empty)))
val _ = say (Int.toString (depth s) ^ (case pop s of SOME (x, t) => Int.toString x ^ Int.toString (depth t) | NONE => "empty"))
val _ = say (case pop empty of NONE => "empty" | SOME _ => "?")
abstype 'a set = Set of 'a list with fun single x = Set [x] fun union (Set a, Set b) = Set (a @ b) fun count (Set l) = length l end
val _ = say (Int.toString (count (union (single "a", single "b"))))
