val i = ref 0
val _ = while !i < 10 do (i := !i + 1; ())
val s = (print ""; 1; "two")
val t = let val x = 1; val y = 2; in x; y; x + y end
val u = if !i = 10 andalso not (s = "a") orelse false then 1 else 2
val v = case (u, s) of (1, "two") => true | (_, _) => false
val w = (fn 0 => "zero" | n => Int.toString n) 3
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val i : int ref{{$}}
   CHECK-DAG: {{^ *}}val s : string{{$}}
   CHECK-DAG: {{^ *}}val t : int{{$}}
   CHECK-DAG: {{^ *}}val v : bool{{$}}
   CHECK-DAG: {{^ *}}val w : string{{$}}
*)
