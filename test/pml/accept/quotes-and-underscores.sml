type ' pair = ' * '
type ('0, '_, ''') three = '0 * '_ * '''
fun same (x : '') y = (x = y; x)
fun first x_ _y_ = x_
infix plus
fun 0plus y = y | _plus"" = "empty" | _plus _= "full"
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val same : '' -> '' -> ''{{$}}
   CHECK-DAG: {{^ *}}val first : 'a -> 'b -> 'c -> 'a{{$}}
   CHECK-DAG: {{^ *}}val plus : int * string -> string{{$}}
*)
