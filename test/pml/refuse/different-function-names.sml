fun f 1 = 3
  | g 2 = 4
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the clauses of a function all begin with its name, 'f'
*)
