val decimal = 12 and negative = ~3 and hexadecimal = 0xFF and zero = 0
val word = 0w10 and hexadecimalWord = 0wxff
val real = 1.5 and exponent = 2e3 and both = ~1.5E~2
val character = #"a" and newline = #"\n" and coded = #"\065" and control = #"\^A"
val string = "a\tb\\\"\u0041" and split = "one \
   \line"
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val decimal : int{{$}}
   CHECK-DAG: {{^ *}}val negative : int{{$}}
   CHECK-DAG: {{^ *}}val word : word{{$}}
   CHECK-DAG: {{^ *}}val real : real{{$}}
   CHECK-DAG: {{^ *}}val exponent : real{{$}}
   CHECK-DAG: {{^ *}}val character : char{{$}}
   CHECK-DAG: {{^ *}}val split : string{{$}}
*)
