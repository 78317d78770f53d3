signature S = sig type 'a t end where type t = int
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: takes 1 arguments, but is defined with 0
*)
