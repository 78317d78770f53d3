val r : 'a list ref = ref []
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: cannot be general here
*)
