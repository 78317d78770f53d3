val b = ref false
val r = ref NONE
functor F (type t  val x : t  val show : t -> string) =
struct
  val _ = if !b then print (show (valOf (!r))) else (b := true; r := SOME x)
end
(* RUN: not %check %s 2>&1 | FileCheck %s
   Applied to two types, the functor would read a value of the one as the other.
   CHECK: functor-type-leaves.sml:5:{{.*}}the type 't' would leave its scope
*)
