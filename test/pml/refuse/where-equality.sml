signature S = sig eqtype t end where type t = int -> int
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 't' has to admit equality, but this type does not
*)
