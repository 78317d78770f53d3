fun f [] = 0 | f [x] = x | f [x, y] = x + y | f (x :: _ :: rest) = x + f rest
fun g (all as (x, _) :: _) = (x, all) | g [] = (0, [])
fun h "a" = 1 | h "bc" = 2 | h _ = 3
fun k #"a" = 0w1 | k _ = 0w2
fun m (ref x) = x : int
fun n (x : int, y as {b, c = SOME (d : int), ...} : {b : int, c : int option, e : bool}) = (x, b, d)
  | n (x, {b, ...}) = (x, b, 0)
fun w 0w0 = 1 | w 0wx1 = 2 | w _ = 3
val SOME q = SOME 3
val a :: b = [1, 2]
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val f : int list -> int{{$}}
   CHECK-DAG: {{^ *}}val g : (int * 'a) list -> int * (int * 'a) list{{$}}
   CHECK-DAG: {{^ *}}val h : string -> int{{$}}
   CHECK-DAG: {{^ *}}val k : char -> word{{$}}
   CHECK-DAG: {{^ *}}val m : int ref -> int{{$}}
   CHECK-DAG: {{^ *}}val q : int{{$}}
*)
