(* Functions that a constructor carries call themselves, without a recursive declaration. *)
datatype 'a self = Self of 'a self -> 'a
fun fix f = (fn Self x => f (fn a => x (Self x) a)) (Self (fn Self x => f (fn a => x (Self x) a)))
val factorial = fix (fn f => fn n => if n = 0 then 1 else n * f (n - 1))
val fibonacci = fix (fn f => fn n => if n < 2 then n else f (n - 1) + f (n - 2))
val _ = print ("> " ^ Int.toString (factorial 10) ^ " " ^ Int.toString (fibonacci 15) ^ "\n")

(* One that never ends, and is never called. *)
fun forever () = let val f = fn Self g => g (Self g) in f (Self f) end
val _ = if length (CommandLine.arguments ()) > 5 then forever () else ()
