signature S = sig type t end where type u = int
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the signature specifies no type 'u' here
*)
