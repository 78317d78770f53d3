infix 6 ++
infixr 5 ***
infix 4 ===
fun x ++ y = x + y : int
fun (f *** g) x = (f x, g x)
fun x === y = x = y
val a = 1 ++ 2 ++ 3 === 6
val b = op ++ (1, 2)
val c = ((fn x => x) *** (fn x => x ++ 1)) 3
nonfix ++
val d = ++ (1, 2)
val e = let infix 3 ++ in 1 ++ 2 end
fun op @@ (x, y) = x :: y
infixr 5 @@
val f = 1 @@ 2 @@ []
datatype t = op & of int * int
infix &
fun sum (x & y) = x + y
val g = 1 - 2 - 3 and h = 1 :: 2 :: nil
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}infixr 5 ***{{$}}
   CHECK-DAG: {{^ *}}val ++ : int * int -> int{{$}}
   CHECK-DAG: {{^ *}}val *** : ('a -> 'b) * ('a -> 'c) -> 'a -> 'b * 'c{{$}}
   CHECK-DAG: {{^ *}}val a : bool{{$}}
   CHECK-DAG: {{^ *}}val e : int{{$}}
   CHECK-DAG: {{^ *}}val f : int list{{$}}
   CHECK-DAG: {{^ *}}val sum : t -> int{{$}}
*)
