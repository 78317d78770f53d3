(* What nobody reaches is not compiled. *)
val _ = print "hello\n"
(* RUN: %lower --stop-after ir %s | FileCheck %s
   CHECK-NOT: fun @{{print|output|fmt|map|foldl}}
   CHECK: fun @main
   CHECK-NOT: fun @{{print|output|fmt|map|foldl}}
*)
