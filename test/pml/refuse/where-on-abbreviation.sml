signature S = sig type t = int end
signature T = S where type t = bool
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'where type' cannot define 't', as the signature says already what it is
*)
