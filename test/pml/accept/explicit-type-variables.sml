val f : 'a -> 'a = fn x => x
val 'a g = fn (x : 'a) => (x, x)
fun ('a, 'b) h (x : 'a, y : 'b) = (y, x)
fun outer (x : 'a) = let fun inner (y : 'a) = if true then x else y in inner x end
val id = let val id : 'b -> 'b = fn z => z in (id 1, id true) end
fun k x = let fun 'c m (y : 'c) = y in (m x, m 1) end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val f : 'a -> 'a{{$}}
   CHECK-DAG: {{^ *}}val g : 'a -> 'a * 'a{{$}}
   CHECK-DAG: {{^ *}}val h : 'a * 'b -> 'b * 'a{{$}}
   CHECK-DAG: {{^ *}}val outer : 'a -> 'a{{$}}
   CHECK-DAG: {{^ *}}val id : int * bool{{$}}
   CHECK-DAG: {{^ *}}val k : 'a -> 'a * int{{$}}
*)
