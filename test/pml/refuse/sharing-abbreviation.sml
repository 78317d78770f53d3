signature S = sig type t = int type u sharing type t = u end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: only types that the signature leaves open can be shared
*)
