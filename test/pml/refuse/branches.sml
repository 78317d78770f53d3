val x = if true then 1 else "a"
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: both branches of 'if' have one type, but 'then' gives int and 'else' gives string
   CHECK: note: the 'then' branch is here
*)
