val r = {name = "a", age = 3, 1 = true}
val n = #name r and first = #1 (1, "b")
fun age ({age, ...} : {age : int, name : string}) = age
val t as (u, v) = (1, "x")
val {b = w, c as (d, _), ...} = {a = 1, b = 2, c = (3, 4)}
val unit = () and empty = {}
fun swap {a, b : int} = {a = b, b = a}
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val r : {1: bool, age: int, name: string}{{$}}
   CHECK-DAG: {{^ *}}val n : string{{$}}
   CHECK-DAG: {{^ *}}val first : int{{$}}
   CHECK-DAG: {{^ *}}val age : {age: int, name: string} -> int{{$}}
   CHECK-DAG: {{^ *}}val t : int * string{{$}}
   CHECK-DAG: {{^ *}}val d : int{{$}}
   CHECK-DAG: {{^ *}}val unit : unit{{$}}
   CHECK-DAG: {{^ *}}val empty : unit{{$}}
   CHECK-DAG: {{^ *}}val swap : {a: 'a, b: int} -> {a: int, b: 'a}{{$}}
*)
