(* A call with all arguments makes no function in between. *)
fun add a b c = if a > 100 then add (a - 100) (b + 1) c else a * b + c
val _ = print (Int.toString (add (size "a") 2 3 + add 400 5 6))
(* RUN: %lower --stop-after simple %s | FileCheck %s
   CHECK: %add.{{[0-9]+}}({{%[a-z.0-9]+}}: int64, {{%[a-z.0-9]+}}: int64, {{%[a-z.0-9]+}}: int64) : int64
   CHECK-NOT: ->
   CHECK: return ()
*)
