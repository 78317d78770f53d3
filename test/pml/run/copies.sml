(* What copies of functions could make exponentially large: higher-order functions in each other, recursion through a
   datatype of functions, functions in records; and a match whose decision tree is too large, so that rules are tried. *)
fun show name n = print ("> " ^ name ^ " " ^ Int.toString n ^ "\n")

fun twice f x = f (f x)
val () = show "twice" (twice twice twice (fn n => n + 1) 0)
val () = show "twice" (twice (twice (twice (twice (fn n => n + 3)))) 1)

fun zero f x = x
fun successor n f x = f (n f x)
fun add m n f x = m f (n f x)
fun times m n f = m (n f)
val one = fn f => successor zero f
val three = fn f => successor (successor (successor zero)) f
val nine = fn f => times three three f
val () = show "numeral" (add nine (times nine three) (fn n => n + 1) 0)

(* It calls itself twice, and the functions around its body become one. *)
datatype self = Self of self -> int -> int
fun unfold (Self f) x n = f x n
val doubling = Self (fn x => fn n => if n = 0 then 1 else unfold x x (n - 1) + unfold x x (n - 1))
val () = show "self" (unfold doubling doubling 5)

datatype 'a knot = Knot of 'a knot -> 'a
fun fix f =
  let fun unroll (Knot k) = f (fn a => k (Knot k) a)
  in unroll (Knot unroll) end
val () = show "fix" (fix (fn self => fn n => if n < 2 then n else self (n - 1) + self (n - 2)) 15)
val () = show "fix" (fix (fn self => fn n => if n = 0 then 1 else n * self (n - 1)) 10)

type cell = {get : unit -> int, step : int -> int}
fun wrap ({get, step} : cell) k : cell = {get = fn () => get () + k, step = fn d => step (step (d + k))}
val cell = wrap (wrap (wrap (wrap (wrap (wrap {get = fn () => 1, step = fn d => d + 1} 1) 2) 3) 4) 5) 6
val () = show "get" (#get cell ())
val () = show "step" (#step cell 1)

fun c0 a k = k (a + 1)
fun c1 a k = c0 (a + 1) (fn b => c0 b k)
fun c2 a k = c1 (a + 2) (fn b => c1 b k)
fun c3 a k = c2 (a + 3) (fn b => c2 b k)
fun c4 a k = c3 (a + 4) (fn b => c3 b k)
fun c5 a k = c4 (a + 5) (fn b => c4 b k)
fun c6 a k = c5 (a + 6) (fn b => c5 b k)
val () = show "continue" (c6 1 (fn b => b))

datatype t = A | B | C
fun first at =
  case (at 0, at 1, at 2, at 3, at 4, at 5, at 6, at 7, at 8, at 9, at 10, at 11) of
    (A, _, _, B, _, _, _, _, _, _, _, _) => 0
  | (_, A, _, _, _, _, _, _, _, _, B, _) => 1
  | (_, _, A, _, _, B, _, _, _, _, _, _) => 2
  | (B, _, _, A, _, _, _, _, _, _, _, _) => 3
  | (_, _, _, _, A, _, _, B, _, _, _, _) => 4
  | (_, _, B, _, _, A, _, _, _, _, _, _) => 5
  | (_, _, _, _, _, _, A, _, _, B, _, _) => 6
  | (_, _, _, _, B, _, _, A, _, _, _, _) => 7
  | (_, _, _, _, _, _, _, _, A, _, _, B) => 8
  | (_, _, _, _, _, _, B, _, _, A, _, _) => 9
  | (_, B, _, _, _, _, _, _, _, _, A, _) => 10
  | _ => ~1
fun inputs seed 0 = ()
  | inputs seed count =
      let
        fun digit position = (seed div (position * position * 7 + position + 3)) mod 3
        fun at position = case digit position of 0 => A | 1 => B | _ => C
      in
        show "first" (first at);
        inputs ((seed * 503 + 12345) mod 100003) (count - 1)
      end
val () = inputs 71 60
val () = show "first" (first (fn _ => A))

fun letter c =
  case c of
    #"a" => 1 | #"b" => 2 | #"c" => 3 | #"d" => 4 | #"e" => 5 | #"f" => 6 | #"g" => 7 | #"h" => 8 | #"i" => 9
  | #"z" => 26 | _ => 0
val () = show "letters" (List.foldl (fn (c, sum) => sum * 3 + letter c) 0 (String.explode "jazz chef big"))
fun pair p =
  case p of
    (1, "a") => 1 | (1, _) => 2 | (2, "b") => 3 | (_, "a") => 4 | (~3, "c") => 5 | (3, "c") => 6 | (4, _) => 7 | (5, _) => 8
  | (6, _) => 9 | (7, "b") => 10 | (8, _) => 11 | (9, _) => 12 | (10, "c") => 13 | (7, "c") => 14 | _ => 15
fun pairs n =
  if n > 11 then ()
  else (List.app (fn s => show "pair" (pair (n, s))) ["a", "b", "c", "d"]; pairs (n + 1))
val () = pairs ~4
