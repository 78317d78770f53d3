signature S = sig eqtype t = int end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 'eqtype' specifies a type that is not known
*)
