datatype t = datatype u
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: there is no type 'u'
*)
