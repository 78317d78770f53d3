type t = int and t = bool
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type 't' is declared twice here
*)
