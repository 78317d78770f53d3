structure A = struct end and A = struct end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the structure 'A' is declared twice here
*)
