structure S : sig val x : int end = struct val x = 1 val y = 2 end
val z = S.y
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the structure 'S' has no value or constructor 'y'
*)
