signature S = sig structure A : sig type t end val x : A.u end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the structure 'A' has no type 'u'
*)
