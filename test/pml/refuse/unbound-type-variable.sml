type t = 'a list
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type variable 'a is not bound here
*)
