local
  fun helper x = x + 1
  infix 6 plus
  fun a plus b = a + b
in
  fun f x = helper x plus 2
end
structure S = struct val x = 1 datatype t = A | B of int structure Inner = struct val y = 2 end end
open S S.Inner
val z = x + y
fun g A = 0 | g (B n) = n
val h = let open S in fn A => x | B n => n end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val f : int -> int{{$}}
   CHECK-DAG: {{^ *}}val x : int{{$}}
   CHECK-DAG: {{^ *}}val z : int{{$}}
   CHECK-DAG: {{^ *}}val g : S.t -> int{{$}}
   CHECK-DAG: {{^ *}}val h : S.t -> int{{$}}
*)
