fun ack 0 n = n + 1
  | ack m 0 = ack (m - 1) 1
  | ack m n = ack (m - 1) (ack m (n - 1))
fun zip (x :: xs) (y :: ys) = (x, y) :: zip xs ys
  | zip _ _ = []
fun even 0 = true | even n = odd (n - 1)
and odd 0 = false | odd n = even (n - 1)
fun f (0 : int) : string = "a"
  | f _ = "b"
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val ack : int -> int -> int{{$}}
   CHECK-DAG: {{^ *}}val zip : 'a list -> 'b list -> ('a * 'b) list{{$}}
   CHECK-DAG: {{^ *}}val even : int -> bool{{$}}
   CHECK-DAG: {{^ *}}val odd : int -> bool{{$}}
   CHECK-DAG: {{^ *}}val f : int -> string{{$}}
*)
