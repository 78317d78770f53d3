val f = _prim "int_add" : int * int -> int
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: _prim is for the Basis library only
*)
