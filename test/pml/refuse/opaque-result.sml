functor F (X : sig type t end) :> sig type u val f : X.t -> u end = struct type u = X.t fun f x = x end
structure A = F (type t = int)
val x = A.f 1 + 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: A.u
*)
