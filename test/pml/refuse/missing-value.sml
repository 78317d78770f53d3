structure S : sig val x : int end = struct end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no value 'x', of type int, which the signature wants
   CHECK: note: it is specified here
*)
