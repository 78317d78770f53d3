val a = List.foldl op + 0 [1, 2, 3] and b = List.filter (fn x => x > 1) [1, 2]
val c = ListPair.zip ([1], ["a"]) and d = List.tabulate (3, fn i => i * i)
val e = List.partition (fn x => x < 2) [1, 2, 3] and f = List.collate Int.compare ([1], [2])
val g = foldr op :: [] [1] and h = map Int.toString [1, 2] and i = rev [true] @ [false]
val j = List.mapPartial (fn x => if x > 1 then SOME x else NONE) [1, 2]
val k = (app print [""], List.concat [[1], [2]], List.last [1], List.nth ([1, 2], 1), length [])
val l = Option.map (fn x => x + 1) (List.find (fn x => x = 3) [3]) and m = getOpt (NONE, 1)
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val a : int{{$}}
   CHECK-DAG: {{^ *}}val c : (int * string) list{{$}}
   CHECK-DAG: {{^ *}}val e : int list * int list{{$}}
   CHECK-DAG: {{^ *}}val f : order{{$}}
   CHECK-DAG: {{^ *}}val j : int list{{$}}
   CHECK-DAG: {{^ *}}val l : int option{{$}}
*)
