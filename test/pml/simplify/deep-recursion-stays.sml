(* A function that calls itself not last stays a function. *)
fun deep 0 = 0 | deep n = 1 + deep (n - 1)
val _ = print (Int.toString (deep (size "abc") + deep 4))
(* RUN: %lower --stop-after simple %s | FileCheck %s
   CHECK: %deep.[[F:[0-9]+]](
   CHECK: call %deep.[[F]](
*)
