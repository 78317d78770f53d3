(* An option that is made and looked at at once is not made. *)
fun find (k, n) = if k > 10 then SOME (k * n) else NONE
fun use (k, n) = case find (k, n) of NONE => 0 | SOME m => m + 1
fun loop (0, s) = s | loop (k, s) = loop (k - 1, s + use (k, s))
val _ = print (Int.toString (loop (size "abcd", 1) + loop (20, 2)))
(* RUN: %lower --stop-after simple %s | FileCheck %s
   CHECK: %loop.
   CHECK-NOT: construct
   CHECK: return ()
*)
