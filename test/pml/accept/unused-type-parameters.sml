type 'a phantom = int
val x : string phantom = 3
datatype 'a tag = Tag of int
fun cast (Tag n : 'a tag) : 'b tag = Tag n
val y = (Tag 1 : int tag, cast (Tag 2 : int tag) : bool tag)
type ('a, 'b) pair = 'b * 'a
val z : (int, string) pair = ("a", 1)
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val x : int{{$}}
   CHECK-DAG: {{^ *}}val cast : 'a tag -> 'b tag{{$}}
   CHECK-DAG: {{^ *}}val z : string * int{{$}}
*)
