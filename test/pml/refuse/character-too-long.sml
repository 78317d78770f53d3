val c = #"ab"
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: a character constant is exactly one character
*)
