(* Functions as values: captured, returned, stored, partially applied. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun add a b c = a + b * 10 + c * 100
val f = add 1 val g = f 2
val _ = say (Int.toString (g 3) ^ " " ^ Int.toString (f 5 6))
val fs = List.tabulate (4, fn i => fn x => x * i)
val _ = say (String.concatWith " " (map (fn f => Int.toString (f 7)) fs))
fun pipeline fs x = foldl (fn (f, x) => f x) x fs
val _ = say (Int.toString (pipeline (fs @ [fn x => x + 1]) 5))
datatype shape = Shape of {area : unit -> int, scale : int -> shape}
fun square n = Shape {area = fn () => n * n, scale = fn k => square (n * k)}
fun area (Shape {area, ...}) = area () fun scale k (Shape {scale, ...}) = scale k
val _ = say (Int.toString (area (scale 3 (square 2))))
fun y f x = f (y f) x
val _ = say (Int.toString (y (fn fact => fn 0 => 1 | n => n * fact (n - 1)) 7))
fun even 0 = true | even n = odd (n - 1) and odd 0 = false | odd n = even (n - 1)
val _ = say (Bool.toString (even 1001) ^ Bool.toString (odd 1001))
