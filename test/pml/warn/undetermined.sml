val r = ref []
(* RUN: %check %s 2>&1 | FileCheck %s
   CHECK: 1:5: warning: the type of 'r', 'a list ref, is neither general nor determined by its uses; it becomes unit list ref
*)
