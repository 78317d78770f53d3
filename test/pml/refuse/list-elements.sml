val l = [1, 2, "c"]
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the elements of a list have one type: this one is string, but those before it are int
*)
