val a = Int.max (1, 2) and b = IntInf.pow (2, 100) and c = Int.toLarge 3 and d = Int.maxInt
val e = Word.andb (0wxff, 0w3) and f = Word.<< (0w1, 0w3) and g = Word8.fromInt 300 and h = Word.toIntX 0w3
val i = Real.fromInt 3 and j = floor 2.5 and k = Math.sqrt 2.0 and l = Real.== (1.0, 1.0) and m = real 3
val n = Int.compare (1, 2) and p = Real.compare (1.0, 2.0) and q = Int.sign ~3 and r = Int.quot (7, 2)
val s = Time.toSeconds (Time.fromSeconds 3) and t = round 2.5 + trunc 1.5 + ceil 0.5
val u = Int32.toInt (Int32.fromInt 3) and w = Word8.toInt 0w255 and x = Real.isNan (0.0 / 0.0)
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val a : int{{$}}
   CHECK-DAG: {{^ *}}val b : IntInf.int{{$}}
   CHECK-DAG: {{^ *}}val d : int option{{$}}
   CHECK-DAG: {{^ *}}val e : word{{$}}
   CHECK-DAG: {{^ *}}val g : Word8.word{{$}}
   CHECK-DAG: {{^ *}}val n : order{{$}}
   CHECK-DAG: {{^ *}}val s : IntInf.int{{$}}
*)
