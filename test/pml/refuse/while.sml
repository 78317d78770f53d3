val _ = while 1 do ()
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the condition of 'while' has to be bool, but it is int
*)
