datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
fun fold f z Leaf k = k z
  | fold f z (Node (l, x, r)) k = fold f z l (fn a => fold f (f (x, a)) r k)
val sum = fold (fn (x, a) => x + a) 0 (Node (Node (Leaf, 1, Leaf), 2, Leaf)) (fn x => x)
fun curry f x y = f (x, y)
fun uncurry f (x, y) = f x y
fun fix f x = f (fix f) x
val fact = fix (fn self => fn 0 => 1 | n => n * self (n - 1)) 5
datatype 'a lazy = Thunk of unit -> 'a | Value of 'a
fun force (Thunk f) = f () | force (Value x) = x
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val fold : ('a * 'b -> 'b) -> 'b -> 'a tree -> ('b -> 'c) -> 'c{{$}}
   CHECK-DAG: {{^ *}}val sum : int{{$}}
   CHECK-DAG: {{^ *}}val curry : ('a * 'b -> 'c) -> 'a -> 'b -> 'c{{$}}
   CHECK-DAG: {{^ *}}val fix : (('a -> 'b) -> 'a -> 'b) -> 'a -> 'b{{$}}
   CHECK-DAG: {{^ *}}val fact : int{{$}}
   CHECK-DAG: {{^ *}}val force : 'a lazy -> 'a{{$}}
*)
