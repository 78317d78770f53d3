fun member (x, l) = List.exists (fn y => x = y) l
fun 'a different (x : ''b, y, z : 'a) = (x <> y, z)
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
val same = Node (Leaf, 1, Leaf) = Node (Leaf, 2, Leaf)
val references = ref (fn x : int => x) = ref (fn x => x)
fun assoc x ((y, v) :: rest) = if x = y then SOME v else assoc x rest
  | assoc _ [] = NONE
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val member : ''a * ''a list -> bool{{$}}
   CHECK-DAG: {{^ *}}val different : ''b * ''b * 'a -> bool * 'a{{$}}
   CHECK-DAG: {{^ *}}val same : bool{{$}}
   CHECK-DAG: {{^ *}}val references : bool{{$}}
   CHECK-DAG: {{^ *}}val assoc : ''a -> (''a * 'b) list -> 'b option{{$}}
*)
