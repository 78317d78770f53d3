structure S : sig val r : 'a list ref end = struct val r = ref [] end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the value 'r'
*)
