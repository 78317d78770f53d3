val last = ref NONE
structure S :> sig type t  val x : t end = struct type t = int  val x = 3 end
val _ = last := SOME S.x
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 3:{{.*}}the type 'S.t' would leave its scope
*)
