val op = = 1
fun op = (x, y) = x
fun f (op =) = 1
val rec (op = as g) = fn () => ()
datatype t = A | =
exception =
signature S = sig val = : int end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK-DAG: :1:8: error: '=' cannot be declared again
   CHECK-DAG: :2:8: error: '=' cannot be declared again
   CHECK-DAG: :3:11: error: '=' cannot be declared again
   CHECK-DAG: :4:13: error: '=' cannot be declared again
   CHECK-DAG: :5:18: error: '=' cannot be declared again
   CHECK-DAG: :6:11: error: '=' cannot be declared again
   CHECK-DAG: :7:23: error: expected the name of a value, but found '='
*)
