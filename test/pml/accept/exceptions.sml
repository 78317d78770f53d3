exception Plain
exception Carrying of int * string
exception Other = Carrying
fun f 0 = raise Plain
  | f 1 = raise Carrying (1, "a")
  | f n = n
fun g n = f n handle Plain => 0 | Other (k, _) => k
val x = g 0 + g 1 + g 2
val y = (raise Fail "x") handle Fail s => s
val e : exn = Carrying (1, "b")
val z = (hd [] handle Empty => 3) handle Match => 4
fun 'a local' (x : 'a) = let exception Found of 'a in (raise Found x) handle Found y => y end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}exception Plain{{$}}
   CHECK-DAG: {{^ *}}exception Carrying of int * string{{$}}
   CHECK-DAG: {{^ *}}val f : int -> int{{$}}
   CHECK-DAG: {{^ *}}val y : string{{$}}
   CHECK-DAG: {{^ *}}val e : exn{{$}}
   CHECK-DAG: {{^ *}}val local' : 'a -> 'a{{$}}
*)
