datatype hidden = Hidden of int
fun Hidden x = x + 1
datatype again = Again
val rec Again = fn x => x : int
val sum = Hidden 1 + Again 2
val x = 1
val x = "a" ^ "b"
fun f x = let val x = x + 1 val x = Int.toString x in x end
structure S = struct val x = true end
structure S = struct val y = x end
datatype t = A datatype t = B of int
val z = (S.y, B 3)
local val x = 3.0 in val w = x end
val list = 1 val option = 2 val int = 3
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val Hidden : int -> int{{$}}
   CHECK-DAG: {{^ *}}val Again : int -> int{{$}}
   CHECK-DAG: {{^ *}}val x : string{{$}}
   CHECK-DAG: {{^ *}}val f : int -> string{{$}}
   CHECK-DAG: {{^ *}}val z : string * t{{$}}
   CHECK-DAG: {{^ *}}val w : real{{$}}
   CHECK-DAG: {{^ *}}val int : int{{$}}
*)
