val rec (f, g) = (fn x => x, fn x => x)
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'val rec' binds functions: a variable has to stand here
*)
