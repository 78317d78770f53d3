(* What a pattern takes apart and the right-hand side puts together again is the object that is there. Constructor and
   places of the fields count. *)
datatype pair = P of int * int | Q of int * int
fun same (P (a, b) :: rest, n) = if n = a then P (a, b) :: rest else same (rest, n + b)
  | same (Q (a, b) :: rest, n) = if n = a then P (a, b) :: rest else Q (b, a) :: rest
  | same ([], n) = []
val n = size (CommandLine.name ())
val () = print (Int.toString (length (same ([P (n + 1, n), P (n + 2, 3), Q (4, 5)], n))))
(* RUN: %lower --stop-after ir %s | FileCheck %s
   CHECK: field P 1
   CHECK-NOT: new P
   CHECK: %[[A:.*]]: i64 = field Q 0(%[[OBJECT:.*]])
   CHECK-NEXT: %[[B:.*]]: i64 = field Q 1(%[[OBJECT]])
   CHECK-NEXT: int64_eq(%{{.*}}, %[[A]])
   CHECK-NOT: new P
   CHECK: new Q(%[[B]], %[[A]])
   CHECK-NOT: new P
   CHECK: new P(%[[A]], %[[B]])
   CHECK-NOT: new P
*)
