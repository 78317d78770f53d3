val a = String.tokens Char.isSpace "a b" and b = String.concatWith "," ["a"] and c = "a" ^ "b"
val d = Substring.string (Substring.dropl Char.isSpace (Substring.full "  a")) and e = explode "abc"
val f = Int.fromString "12" and g = Int.fmt StringCvt.HEX 255 and h = Real.toString 1.5
val i = String.sub ("abc", 1) and j = str #"a" and k = CharVector.tabulate (3, fn _ => #"x")
val l = Bool.fromString "true" and m = Word.toString 0w15 and n = StringCvt.padLeft #" " 5 "a"
val p = String.translate (fn c => str (Char.toUpper c)) "abc" and q = Char.ord #"a" + ord #"b"
val r = Real.fromString "1.5e3" and s = Int.scan StringCvt.DEC Substring.getc (Substring.full "12 ")
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val a : string list{{$}}
   CHECK-DAG: {{^ *}}val f : int option{{$}}
   CHECK-DAG: {{^ *}}val k : string{{$}}
   CHECK-DAG: {{^ *}}val m : string{{$}}
   CHECK-DAG: {{^ *}}val s : (int * substring) option{{$}}
*)
