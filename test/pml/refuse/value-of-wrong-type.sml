structure S : sig val x : int end = struct val x = "a" end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the value 'x' is string, but the signature wants int
   CHECK: note: what there is is here
*)
