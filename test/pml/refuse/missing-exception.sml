structure S : sig exception E end = struct val E = 1 end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'E' is no exception, as the signature wants
*)
