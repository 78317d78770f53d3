(* withtype in signatures: the Definition has it in declarations only, but programs use it. *)
fun say s = print ("> " ^ s ^ "\n")
signature TREE =
sig
  datatype 'a tree = Leaf | Node of 'a node
  and 'a forest = Forest of 'a trees
  withtype 'a node = 'a tree * 'a * 'a tree
  and 'a trees = 'a tree list
  val root : 'a node -> 'a
  val count : 'a trees -> int
end
structure Tree : TREE =
struct
  datatype 'a tree = Leaf | Node of 'a node
  and 'a forest = Forest of 'a trees
  withtype 'a node = 'a tree * 'a * 'a tree
  and 'a trees = 'a tree list
  fun root (_, x, _) = x
  fun count l = length l
end
functor Use (T : TREE) = struct fun twice (n : int T.node) = (T.Node n, 2 * T.root n) : int T.tree * int end
structure U = Use (Tree)
val _ = say (Int.toString (#2 (U.twice (Tree.Leaf, 21, Tree.Leaf))))
val _ = say (Int.toString (case Tree.Forest [Tree.Leaf, Tree.Leaf] of Tree.Forest l => Tree.count l))
