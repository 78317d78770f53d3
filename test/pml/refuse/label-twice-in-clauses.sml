fun f {a = 1, a = 2} = 0
  | f {a = 1} = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 1:15: error: the label 'a' stands twice in this record
*)
