(* Recursion by way of a datatype: no function mentions itself. *)
fun say s = print ("> " ^ s ^ "\n")
datatype 'a again = Again of 'a again -> 'a
fun Y f = (fn Again x => f (fn a => x (Again x) a)) (Again (fn Again x => f (fn a => x (Again x) a)))
val _ = say (Int.toString (Y (fn f => fn n => if n = 0 then 1 else n * f (n - 1)) 10))
val _ = say (Int.toString (Y (fn f => fn n => if n < 2 then n else f (n - 1) + f (n - 2)) 15))
(* It would never end. *)
fun endless () = let val f = fn Again g => g (Again g) in f (Again f) end
val _ = if length (CommandLine.arguments ()) > 100 then endless () else say "ends"
(* By way of a reference. *)
val knot = ref (fn n => n : int)
val _ = knot := (fn n => if n = 0 then 0 else n + !knot (n - 1))
val _ = say (Int.toString (!knot 100))
(* By way of a record, and of two functions that get each other. *)
datatype pair = Pair of {even : pair * int -> bool, odd : pair * int -> bool}
val pair as Pair {even, ...} =
  Pair {even = fn (Pair p, n) => n = 0 orelse #odd p (Pair p, n - 1), odd = fn (Pair p, n) => n <> 0 andalso #even p (Pair p, n - 1)}
val _ = say (Bool.toString (even (pair, 101)))
(* Church's numbers. *)
fun twice f x = f (f x)
val _ = say (Int.toString (twice twice twice twice (fn n => n + 1) 0))
