val x = -5
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 1:9: error: the infix operator '-' stands where a value is expected; write '~' for a negative number, as in '~5'
*)
