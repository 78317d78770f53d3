(* Higher-order functions, currying, closures that capture, mutual recursion, polymorphism at several types. *)
fun say s = print ("> " ^ s ^ "\n")
fun ints l = String.concatWith " " (List.map Int.toString l)
fun id x = x
val _ = say (id "s" ^ Int.toString (id 3) ^ Bool.toString (#2 (id (1, true))))
fun compose [] x = x | compose (f :: fs) x = f (compose fs x)
val adders = List.tabulate (5, fn i => fn x => x * 2 + i)
val _ = say (Int.toString (compose adders 1))
fun curry f x y = f (x, y)
fun uncurry f (x, y) = f x y
val add = curry op +
val _ = say (ints (List.map (add 10) [1, 2, 3]) ^ " " ^ Int.toString (uncurry (fn a => fn b => a - b) (7, 5)))
fun twice f = f o f
val _ = say (Int.toString (twice twice (fn x => x + 1) 0))
val counter = let val r = ref 0 in fn () => (r := !r + 1; !r) end
val _ = (counter (); counter ())
val _ = say (Int.toString (counter ()))
fun makeAccount balance =
  let
    val b = ref balance
    fun deposit n = (b := !b + n; !b)
    fun withdraw n = if n > !b then NONE else (b := !b - n; SOME (!b))
  in
    {deposit = deposit, withdraw = withdraw}
  end
val acc = makeAccount 10
val _ = #deposit acc 5
val _ = say (case #withdraw acc 20 of NONE => "poor" | SOME n => Int.toString n)
val _ = say (case #withdraw acc 12 of NONE => "poor" | SOME n => Int.toString n)
fun fold f z [] = z | fold f z (x :: xs) = f (x, fold f z xs)
fun map f = fold (fn (x, r) => f x :: r) []
val _ = say (ints (map (fn s => size s) ["a", "bcd", ""]) ^ " " ^ String.concat (map str [#"x", #"y"]))
(* Functions in data. *)
datatype 'a stream = Cons of 'a * (unit -> 'a stream)
fun from n = Cons (n, fn () => from (n + 1))
fun take (0, _) = [] | take (n, Cons (x, rest)) = x :: take (n - 1, rest ())
fun filter p (Cons (x, rest)) = if p x then Cons (x, fn () => filter p (rest ())) else filter p (rest ())
fun sieve (Cons (p, rest)) = Cons (p, fn () => sieve (filter (fn n => n mod p <> 0) (rest ())))
val _ = say (ints (take (12, sieve (from 2))))
(* Continuations. *)
fun factk 0 k = k 1 | factk n k = factk (n - 1) (fn m => k (n * m))
val _ = say (Int.toString (factk 10 id))
fun search p [] fail _ = fail () | search p (x :: xs) fail success = if p x then success x else search p xs fail success
val _ = say (search (fn x => x > 3) [1, 5, 2, 7] (fn () => "none") Int.toString)
(* Mutual recursion of curried functions of several arguments. *)
fun evens [] acc = rev acc | evens (x :: xs) acc = odds xs (x :: acc)
and odds [] acc = rev acc | odds (_ :: xs) acc = evens xs acc
val _ = say (ints (evens [1, 2, 3, 4, 5, 6, 7] []))
fun ackermann 0 n = n + 1 | ackermann m 0 = ackermann (m - 1) 1 | ackermann m n = ackermann (m - 1) (ackermann m (n - 1))
val _ = say (Int.toString (ackermann 2 9))
val table = [("add", op +), ("sub", op -), ("mul", op * )] : (string * (int * int -> int)) list
val _ = List.app (fn (n, f) => say (n ^ Int.toString (f (6, 3)))) table
fun church 0 f x = x | church n f x = f (church (n - 1) f x)
val _ = say (church 5 (fn s => s ^ "*") "")
val fs : (int -> int) list ref = ref []
val i = ref 0
val _ = while !i < 4 do let val k = !i in fs := (fn x => x + k) :: !fs; i := k + 1 end
val _ = say (ints (List.map (fn f => f 100) (!fs)))
fun pairUp f = (f 1, f 2)
val (p, q) = pairUp (fn n => fn s => s ^ Int.toString n)
val _ = say (p "p" ^ q "q")
fun sum n = let fun go (0, a) = a | go (k, a) = go (k - 1, a + k) in go (n, 0) end
val _ = say (Int.toString (sum 10000))
local fun deep 0 = 0 | deep n = 1 + deep (n - 1) in val _ = say (Int.toString (deep 20000)) end
