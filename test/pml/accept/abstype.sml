abstype stack = Stack of int list
with
  val empty = Stack []
  fun push (x, Stack l) = Stack (x :: l)
  fun top (Stack (x :: _)) = SOME x
    | top (Stack []) = NONE
end
val s = push (1, empty)
val t = top s
abstype 'a box = Box of 'a withtype 'a pair = 'a * 'a with fun box x = Box x fun unbox (Box x) = x end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val empty : stack{{$}}
   CHECK-DAG: {{^ *}}val push : int * stack -> stack{{$}}
   CHECK-DAG: {{^ *}}val top : stack -> int option{{$}}
   CHECK-DAG: {{^ *}}val box : 'a -> 'a box{{$}}
   CHECK-DAG: {{^ *}}val t : int option{{$}}
*)
