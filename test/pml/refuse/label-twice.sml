val r = {a = 1, a = 2}
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the label 'a' stands twice in this record
*)
