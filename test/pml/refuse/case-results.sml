val x = case 1 of 1 => 2 | _ => "b"
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: this result is string, but the results before it are int
   CHECK: note: the first result is here
*)
