val 'a x = let exception Held of 'a in 7 end
val 'a (f : int -> int, _) = (fn x => x + 1, let exception Held of 'a in Held end)
val 'a _ = let exception Held of 'a in Held end
val 'a id = fn (x : 'a) => x and y = let exception Held of 'a in () end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val x : int{{$}}
   CHECK-DAG: {{^ *}}val f : int -> int{{$}}
   CHECK-DAG: {{^ *}}val id : 'a -> 'a{{$}}
*)
