(* Sorts by a tree of search: both sides of a node are made, and read out, in parallel. *)
datatype tree = Leaf | Node of tree * int * tree

fun build [] = Leaf
  | build (first :: rest) =
      let
        val (smaller, others) = List.partition (fn n => n < first) rest
        val (left, right) = ForkJoin.par (fn () => build smaller, fn () => build others)
      in
        Node (left, first, right)
      end

fun depth Leaf = 0
  | depth (Node (left, _, right)) = 1 + Int.max (ForkJoin.par (fn () => depth left, fn () => depth right))

fun elements (Leaf, rest) = rest
  | elements (Node (left, n, right), rest) = elements (left, n :: elements (right, rest))

val numbers = List.tabulate (20000, fn i => i * 7919 mod 20011)
val tree = build numbers
val sorted = elements (tree, [])
val _ = print (String.concatWith " " (map Int.toString (List.take (sorted, 8))) ^ " ...\n")
val _ = print ("depth " ^ Int.toString (depth tree) ^ "\n")
