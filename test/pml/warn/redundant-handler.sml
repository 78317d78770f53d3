val x = 1 handle Fail _ => 1 | Fail s => 2
structure Own = struct structure Inner = struct exception Same end end
val y = 1 handle Own.Inner.Same => 1 | Own.Inner.Same => 2
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: 1:32: warning: this rule is never used
   CHECK: 3:40: warning: this rule is never used
*)
