fun id x = x
fun const x _ = x
fun compose f g x = f (g x)
fun twice f = compose f f
val pair = (id 1, id "a", id id 2)
val rec length' = fn [] => 0 | _ :: r => 1 + length' r
val (first, second) = (fn (x, _) => x, fn (_, y) => y)
fun 'a explicit (x : 'a) : 'a = let fun inner (y : 'a) = y in inner x end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val id : 'a -> 'a{{$}}
   CHECK-DAG: {{^ *}}val const : 'a -> 'b -> 'a{{$}}
   CHECK-DAG: {{^ *}}val compose : ('a -> 'b) -> ('c -> 'a) -> 'c -> 'b{{$}}
   CHECK-DAG: {{^ *}}val twice : ('a -> 'a) -> 'a -> 'a{{$}}
   CHECK-DAG: {{^ *}}val pair : int * string * int{{$}}
   CHECK-DAG: {{^ *}}val length' : 'a list -> int{{$}}
   CHECK-DAG: {{^ *}}val first : 'a * 'b -> 'a{{$}}
   CHECK-DAG: {{^ *}}val explicit : 'a -> 'a{{$}}
*)
