functor F (X : sig val x : int end) = struct val y = X.x end
structure A = F (struct val x = "a" end)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the value 'x' is string, but the functor's parameter wants int
*)
