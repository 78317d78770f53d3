(* A local function that is called once and otherwise calls itself last is a loop in the function around it. *)
fun sum n = let fun go (0, a) = a | go (k, a) = go (k - 1, a + k) in go (n, 0) + 1 end
val _ = print (Int.toString (sum (size "abc")))
(* RUN: %lower --stop-after simple %s | FileCheck %s
   CHECK-NOT: %go
   CHECK: j[[GO:[0-9]+]](%{{.*}}: int64, %{{.*}}: int64) =
   CHECK: int64_sub
   CHECK-NEXT: int64_add
   CHECK-NEXT: jump j[[GO]](
   CHECK: jump j[[GO]](
*)
