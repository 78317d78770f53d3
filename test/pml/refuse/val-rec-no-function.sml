val rec x = 1
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'val rec' binds functions: 'fn' has to stand here
*)
