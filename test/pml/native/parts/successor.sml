(* The forms of Successor ML that MLton has. *)
(*) a comment to the end of the line (* which opens nothing
(* a comment with a line (*) in it, whose end *) counts for nothing
*)
fun say s = print (s ^ "\n")
fun int n = say (Int.toString n)
datatype colour = | Red | Amber | Green | Mix of colour * colour
(* Alternatives. *)
fun stop (Red | Amber) = true
  | stop Green = false
  | stop (Mix (a, Red) | Mix (Red, a)) = stop a
  | stop (Mix ((Green | Amber), (Green | Amber))) = false
  | stop (Mix _) = true
do app (say o Bool.toString o stop) [Amber, Green, Mix (Green, Red), Mix (Red, Green), Mix (Amber, Green), Mix (Mix (Red, Red), Amber)]
fun kind c = case c of #"a" | #"e" | #"i" | #"o" | #"u" => "vowel" | #"0" | #"1" => "digit" | _ => "other"
do app (say o kind) [#"e", #"1", #"z"]
fun both ((x as (0 | 1), y) | (y, x as 3)) = x + 10 * y
  | both (x, _) = ~x
do app (int o both) [(0, 7), (1, 3), (4, 3), (9, 1)]
fun text ("one" | "un" | "ein") = 1 | text ("two" | "deux") = 2 | text _ = 0
do app (int o text) ["ein", "deux", "drei"]
exception A of int
exception B of int
exception C
fun caught f = (f (); 0) handle (A n | B n) => n | C | Overflow => ~1
do app (int o caught) [fn () => raise A 3, fn () => raise B 4, fn () => raise C, fn () => ignore (valOf Int.maxInt + 1), fn () => ()]
val (SOME n, _) | (NONE, n) = (NONE : int option, 8)
do int n
val f = fn ([x] | [_, x] | [_, _, x]) => x | _ => 0
do app (int o f) [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]
fun deep (((1 | 2), (3 | 4), (5 | 6), (7 | 8), (1 | 2), (3 | 4), (5 | 6), (7 | 8), (1 | 2), (3 | 4), n) | (0, _, _, _, _, _, _, _, _, _, n)) = n
  | deep _ = 0
do int (deep (1, 4, 5, 8, 2, 3, 6, 7, 1, 4, 77) + deep (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5) + deep (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
(* Vectors. *)
fun sum v = case v of #[] => 0 | #[x] => x | #[x, y] => x + y | _ => Vector.foldl op + 0 v
do app (int o sum) [#[], #[5], #[1, 2], #[1, 2, 3]]
val #[a, (b, c)] = #[(1, "x"), (2, "y")]
do say (Int.toString (#1 a + b) ^ #2 a ^ c)
fun ends (#["if", x] | #["while", x] | #[x, _, _]) = x | ends _ = "none"
do app (say o ends) [#["if", "a"], #["while", "b"], #["c", "d", "e"], #["f", "g"], #[]]
val empty = #[] : string vector
val pairs = #[(fn x => x), (fn x => x)]
val ids = (Vector.sub (pairs, 0) 3, Vector.sub (pairs, 1) 4)
do int (#1 ids + #2 ids)
(* Fields that are variables. *)
fun area {w, h} = w * h
val w = 3 and h = 1_4
do int (area {w, h} + area {w : int, h = 2})
(* Numbers. *)
do app int [1_000_000, ~0b1010, 0xF_F, 0b1_1]
do say (Word.toString 0wb1_1111 ^ Word.toString 0w1__0 ^ Word.toString 0wxa_b)
do say (Real.toString 1_0.2_5e0_1)
(* Texts. *)
do int (size "\U00000041é")
(* A bar in front. *)
fun | g 0 = "zero"
    | g _ = "other"
do say (g 0 ^ (case 1 of | 0 => "zero" | _ => "other") ^ (fn | _ => "!") ())
do (raise Fail "x") handle | Fail s => say s
(* A semicolon behind. *)
do (say "a"; say "b";)
do int (let val x = 1 in say "c"; x; end)
structure S = struct do say "in a structure" local do say "local" in do say "and behind" end end
do let do say "let" in () end
