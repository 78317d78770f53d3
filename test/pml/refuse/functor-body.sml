functor F (X : sig type t val x : t end) = struct val y = X.x + 1 end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: t
*)
