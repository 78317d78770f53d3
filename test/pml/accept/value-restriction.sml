val r = ref (NONE : int option)
val a = [] and b = (fn x => x)
val c = {x = [], y = SOME []}
val d = let val z = [] in z end : int list
val e = map (fn x : int => x) []
fun counter () = let val n = ref 0 in fn () => (n := !n + 1; !n) end
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val r : int option ref{{$}}
   CHECK-DAG: {{^ *}}val a : 'a list{{$}}
   CHECK-DAG: {{^ *}}val b : 'a -> 'a{{$}}
   CHECK-DAG: {{^ *}}val c : {x: 'a list, y: 'b list option}{{$}}
   CHECK-DAG: {{^ *}}val counter : unit -> unit -> int{{$}}
*)
