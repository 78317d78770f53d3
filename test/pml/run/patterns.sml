(* Nested, redundant and overlapping patterns, literals, layers, records, references. *)
fun say s = print ("> " ^ s ^ "\n")
datatype shape = Point | Circle of real | Box of {w : int, h : int} | Many of shape list | Pair of shape * shape
fun show Point = "." | show (Circle _) = "o" | show (Box {w, h = 1}) = "flat" ^ Int.toString w
  | show (Box {h, ...}) = "box" ^ Int.toString h | show (Many []) = "none" | show (Many [x]) = "just " ^ show x
  | show (Many (x :: y :: rest)) = show x ^ "+" ^ show y ^ "+" ^ Int.toString (length rest)
  | show (Pair (Point, p)) = "pp" ^ show p | show (Pair (p, Point)) = show p ^ "pp" | show (Pair (p, q)) = show q ^ show p
val _ = List.app (say o show)
  [Point, Circle 1.0, Box {w = 3, h = 1}, Box {h = 4, w = 5}, Many [], Many [Point], Many [Point, Circle 2.0, Point, Point],
   Pair (Point, Circle 0.0), Pair (Circle 0.0, Point), Pair (Box {w = 1, h = 1}, Many [])]
fun words 0 = "zero" | words 1 = "one" | words ~1 = "minus one" | words 1000 = "thousand" | words n = "n" ^ Int.toString n
val _ = List.app (say o words) [0, 1, ~1, 1000, 7]
fun spell "a" = 1 | spell "ab" = 2 | spell "" = 3 | spell s = size s * 10
val _ = say (String.concatWith "," (List.map (Int.toString o spell) ["a", "ab", "", "abc"]))
fun vowel #"a" = true | vowel #"e" = true | vowel (#"i") = true | vowel _ = false
val _ = say (String.implode (List.filter vowel (String.explode "abecedarian ideas")))
fun both (true, true) = 1 | both (false, _) = 2 | both (_, false) = 3
val _ = say (Int.toString (both (true, true) * 100 + both (false, true) * 10 + both (true, false)))
fun layered (all as (x, rest as (y :: _))) = (all, x + y + length rest) | layered (p as (x, [])) = (p, x)
val ((_, l), n) = layered (3, [4, 5, 6])
val _ = say (Int.toString (length l) ^ " " ^ Int.toString n)
fun deref (ref (SOME x)) = x | deref (ref NONE) = 0
val _ = say (Int.toString (deref (ref (SOME 5)) + deref (ref NONE)))
val {a, b = {c, d = [e, _]}, ...} = {a = 1, b = {c = "two", d = [3, 4]}, z = ()}
val _ = say (Int.toString a ^ c ^ Int.toString e)
fun zip ([], _) = [] | zip (_, []) = [] | zip (x :: xs, y :: ys) = (x, y) :: zip (xs, ys)
val _ = say (String.concat (List.map (fn (x, y) => Int.toString x ^ y) (zip ([1, 2, 3], ["a", "b"]))))
datatype expr = Num of int | Add of expr * expr | Mul of expr * expr | Neg of expr | Var of string
fun simp (Add (Num 0, e)) = simp e | simp (Add (e, Num 0)) = simp e | simp (Mul (Num 1, e)) = simp e
  | simp (Mul (e, Num 1)) = simp e | simp (Mul (Num 0, _)) = Num 0 | simp (Mul (_, Num 0)) = Num 0
  | simp (Neg (Neg e)) = simp e | simp (Add (a, b)) = Add (simp a, simp b) | simp (Mul (a, b)) = Mul (simp a, simp b) | simp e = e
fun str (Num n) = Int.toString n | str (Add (a, b)) = "(" ^ str a ^ "+" ^ str b ^ ")" | str (Mul (a, b)) = str a ^ "*" ^ str b
  | str (Neg e) = "-" ^ str e | str (Var x) = x
val _ = say (str (simp (Add (Mul (Num 1, Var "x"), Add (Num 0, Neg (Neg (Mul (Var "y", Num 0))))))))
val rec even = fn 0 => true | n => odd (n - 1) and odd = fn 0 => false | n => even (n - 1)
val _ = say (Bool.toString (even 101) ^ Bool.toString (odd 7))
fun curried 0 _ z = z | curried x (y :: _) z = x + y + z | curried x [] z = x * z
val _ = say (String.concatWith "," (List.map Int.toString [curried 0 [] 9, curried 2 [3] 4, curried 5 [] 6]))
fun big x = case x of 0w1 => "w1" | 0wxFF => "w255" | _ => "w?"
val _ = say (big 0w1 ^ big 0w255 ^ big 0w3)
datatype t = T of int * int
fun whole (p as T q) = let val T (x, y) = p val (u, v) = q in x * u + y * v end
val _ = say (Int.toString (whole (T (3, 4))))
fun large (x : IntInf.int) = case x of 0 => "0" | 100000000000000000000 => "10^20" | _ => "?"
val _ = say (large 0 ^ large (IntInf.pow (10, 20)) ^ large 5)
