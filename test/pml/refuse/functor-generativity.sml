functor F () = struct datatype t = A end
structure X = F ()
structure Y = F ()
val b = X.A = Y.A
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: Y.t
*)
