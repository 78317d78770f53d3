val x = let datatype t = A in A end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: is known inside of the 'let' only
   CHECK: note: the type is declared here
*)
