type point = {x : real, y : real}
type 'a endo = 'a -> 'a
type complex = point and name = string
val shift : point endo = fn {x, y} => {x = x + 1.0, y = y}
val f : int endo -> int = fn g => g 1
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}type point = {x: real, y: real}{{$}}
   CHECK-DAG: {{^ *}}type 'a endo = 'a -> 'a{{$}}
   CHECK-DAG: {{^ *}}val shift : {x: real, y: real} -> {x: real, y: real}{{$}}
   CHECK-DAG: {{^ *}}val f : (int -> int) -> int{{$}}
*)
