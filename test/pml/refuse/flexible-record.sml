fun f r = #a r
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: which fields the record has is not known here
*)
