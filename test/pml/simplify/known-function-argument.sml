(* A function that is given to one that calls it is called there directly: nothing is left of either in the loop. *)
fun apply f 0 = 0 | apply f n = f n + apply f (n - 1)
fun run n = apply (fn x => x * x) n
val _ = print (Int.toString (run (size "abc") + run 5))
(* RUN: %lower --stop-after ir %s | FileCheck %s
   CHECK-NOT: variant { fn.{{[0-9]*}}()
   CHECK: int64_mul
*)
