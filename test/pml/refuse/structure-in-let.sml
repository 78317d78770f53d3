val x = let structure S = struct end in 1 end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: a structure cannot be declared in a 'let'
*)
