structure S : sig datatype t = A | B end = struct datatype t = A end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the datatype 't' has the constructors A, but the signature wants A, B
*)
