(* An exception of the top level has an identity that is known; a local one gets a new one each time. *)
exception Known
fun test n = let exception Local in if n = 0 then raise Known else (if n = 1 then raise Local else n) handle Local => 7 end
val _ = print (Int.toString (test (size "a")) ^ Int.toString (test 2))
(* RUN: %lower --stop-after ir %s | FileCheck %s
   CHECK-DAG: = newtag $Local
   CHECK-DAG: = tag $Known
*)
