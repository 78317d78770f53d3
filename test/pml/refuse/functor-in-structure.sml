structure S = struct functor F () = struct end end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: a functor can be declared at the top level only
*)
