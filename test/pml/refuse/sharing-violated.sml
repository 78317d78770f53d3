functor F (structure A : sig type t end structure B : sig type t end sharing type A.t = B.t) = struct end
structure X = F (structure A = struct type t = int end structure B = struct type t = bool end)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 'B.t' is bool, but the functor's parameter wants int
*)
