datatype colour = Red | Green | Blue
datatype 'a option' = None | Some of 'a
datatype ('a, 'b) either = Left of 'a | Right of 'b
datatype tree = Leaf | Node of forest
and forest = Nil | Cons of tree * forest
datatype 'a stream = Stream of 'a cell ref
withtype 'a cell = {head : 'a, tail : unit -> unit}
datatype copy = datatype colour
fun count Leaf = 1
  | count (Node f) = countAll f
and countAll Nil = 0
  | countAll (Cons (t, f)) = count t + countAll f
val c : copy = Red
fun swap (Left x) = Right x
  | swap (Right y) = Left y
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}datatype colour{{$}}
   CHECK-DAG: {{^ *}}datatype 'a option'{{$}}
   CHECK-DAG: {{^ *}}datatype ('a, 'b) either{{$}}
   CHECK-DAG: {{^ *}}datatype copy = colour{{$}}
   CHECK-DAG: {{^ *}}con Left : 'a -> ('a, 'b) either{{$}}
   CHECK-DAG: {{^ *}}val count : tree -> int{{$}}
   CHECK-DAG: {{^ *}}val countAll : forest -> int{{$}}
   CHECK-DAG: {{^ *}}val c : colour{{$}}
   CHECK-DAG: {{^ *}}val swap : ('a, 'b) either -> ('b, 'a) either{{$}}
*)
