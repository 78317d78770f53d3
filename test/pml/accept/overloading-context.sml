val octet = 0w255
val _ = octet : Word8.word
fun twice x = x + x
val three = twice 1.5
fun second r = #2 r
val two = second (1, "two", 3.0)
local
  val small = 5
in
  val large = small + (10 : IntInf.int)
end
structure Inner =
struct
  val number = 3
  fun name r = #name r
  val text = name {name = "n", number = number : Int32.int}
end
val plain = 1
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val octet : Word8.word{{$}}
   CHECK-DAG: {{^ *}}val twice : real -> real{{$}}
   CHECK-DAG: {{^ *}}val three : real{{$}}
   CHECK-DAG: {{^ *}}val second : int * string * real -> string{{$}}
   CHECK-DAG: {{^ *}}val large : IntInf.int{{$}}
   CHECK-DAG: {{^ *}}val number : Int32.int{{$}}
   CHECK-DAG: {{^ *}}val plain : int{{$}}
*)
