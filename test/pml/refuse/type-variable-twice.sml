type ('a, 'a) t = 'a
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the type variable 'a stands twice in this list
*)
