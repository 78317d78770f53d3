(* Makes many trees that die at once while a large one stays. *)
structure Program : WORKLOAD =
struct
  val name = "binary-trees"
  val sizeMeaning = "the depth of the tree that stays"
  val defaultSize = 18
  val tolerance = 0.0
  type input = int
  type result = int

  fun prepare (size, _) = size

  datatype tree = Leaf | Node of tree * tree

  fun make 0 = Node (Leaf, Leaf)
    | make depth = Node (make (depth - 1), make (depth - 1))
  fun count Leaf = 0
    | count (Node (a, b)) = 1 + count a + count b

  fun power n = if n = 0 then 1 else 2 * power (n - 1)
  fun repeat (0, _, sum) = sum
    | repeat (times, depth, sum) = repeat (times - 1, depth, sum + count (make depth))

  fun run size =
    let
      val long = make size
      fun go (depth, sum) = if depth > size then sum else go (depth + 2, sum + repeat (power (size - depth), depth, 0))
      val sum = go (4, 0)
    in sum + count long
    end

  fun checksum (_, sum) = Real.fromInt sum

  (* A tree of depth d has 2^(d + 1) - 1 nodes. *)
  fun verify (size, sum) =
    let
      fun nodes depth = power (depth + 1) - 1
      fun go (depth, s) = if depth > size then s else go (depth + 2, s + power (size - depth) * nodes depth)
    in if go (4, nodes size) = sum then 0.0 else 1.0
    end
end
