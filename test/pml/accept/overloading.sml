fun square x = x * x
val r = 1.5 * 2.0 and w = 0w1 + 0w2 and s = "a" < "b" and c = #"a" >= #"b"
fun less (x : string, y) = x < y
val small : Int32.int = 5 + 6
val byte = 0w255 : Word8.word
fun half x = x / 2.0
fun add (x, y) = x + y : real
val inf : IntInf.int = 123456789012345678901234567890
val m = abs ~3 and n = ~ 2.5 and q = 7 div 2 and k = 0w7 mod 0w2
fun later x y = x + y + 0w1
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val square : int -> int{{$}}
   CHECK-DAG: {{^ *}}val r : real{{$}}
   CHECK-DAG: {{^ *}}val w : word{{$}}
   CHECK-DAG: {{^ *}}val s : bool{{$}}
   CHECK-DAG: {{^ *}}val less : string * string -> bool{{$}}
   CHECK-DAG: {{^ *}}val small : Int32.int{{$}}
   CHECK-DAG: {{^ *}}val byte : Word8.word{{$}}
   CHECK-DAG: {{^ *}}val half : real -> real{{$}}
   CHECK-DAG: {{^ *}}val add : real * real -> real{{$}}
   CHECK-DAG: {{^ *}}val inf : IntInf.int{{$}}
   CHECK-DAG: {{^ *}}val later : word -> word -> word{{$}}
*)
