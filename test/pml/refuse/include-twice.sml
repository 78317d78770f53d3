signature S = sig type t end
signature T = sig include S include S end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 't' is specified twice in this signature
*)
