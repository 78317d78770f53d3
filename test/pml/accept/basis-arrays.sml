val v = Vector.fromList [1, 2, 3] and a = Array.array (3, "x")
val _ = Array.update (a, 0, "y")
val x = Vector.sub (v, 0) and y = Array.sub (a, 0) and n = Vector.length v
val s = ArraySlice.full a and t = VectorSlice.slice (v, 1, NONE)
val u = Vector.foldl op + 0 v and w = Vector.map real v
val b = Word8Vector.fromList [0w1] and c = RealArray.array (2, 0.0)
val _ = Array.appi (fn (i, x) => ()) a
val d = VectorSlice.foldli (fn (i, x, y) => i + x + y) 0 t and e = CharArray.fromList [#"a"]
val same = a = a
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val v : int vector{{$}}
   CHECK-DAG: {{^ *}}val a : string array{{$}}
   CHECK-DAG: {{^ *}}val x : int{{$}}
   CHECK-DAG: {{^ *}}val w : real vector{{$}}
   CHECK-DAG: {{^ *}}val d : int{{$}}
   CHECK-DAG: {{^ *}}val same : bool{{$}}
*)
