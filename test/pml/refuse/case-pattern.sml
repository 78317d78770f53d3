val x = case 1 of "a" => 2
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'case' looks at int, but this pattern is string
   CHECK: note: what 'case' looks at is here
*)
