signature S = sig type t type 'a u sharing type t = u end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: types with different numbers of arguments cannot be shared
*)
