(* Objects of all kinds go to another rank, and come back: what is built in parallel is what is built alone. *)
datatype shape = Nothing | Just of int | Pair of shape * shape | Text of string | Large of IntInf.int
  | Reals of real vector | Bytes of Word8Vector.vector | Many of shape list | Flat of (int * real) vector | Later of int -> shape

val words = Vector.tabulate (50, fn i => "word " ^ Int.toString i)
val offset = case CommandLine.arguments () of [] => 7 | more => length more
val scale = Math.sqrt (real offset)

fun make 0 seed =
      (case seed mod 10 of
         0 => Nothing
       | 1 => Just (seed + offset)
       | 2 => Text (Vector.sub (words, seed mod 50))
       | 3 => Large (IntInf.pow (IntInf.fromInt (seed + 3), 20) * (if seed mod 2 = 0 then 1 else ~1))
       | 4 => Reals (Vector.tabulate (seed mod 7, fn i => real i * scale))
       | 5 => Bytes (Word8Vector.tabulate (seed mod 9, fn i => Word8.fromInt (i * seed)))
       | 6 => Many (List.tabulate (3, fn i => Just (i + seed)))
       | 7 => Flat (Vector.tabulate (seed mod 5, fn i => (i, real (i * seed))))
       | 8 => Later (fn n => Pair (Just n, Just seed))
       | _ => let val one = Text (Int.toString seed) in Pair (one, one) end)
  | make depth seed = Pair (ForkJoin.par (fn () => make (depth - 1) (2 * seed), fn () => make (depth - 1) (2 * seed + 1)))

fun sum f v = Vector.foldl (fn (x, y) => (f x + 31 * y) mod 1000003) 0 v
fun bits x = Real.floor (x * 100.0)
fun code Nothing = 1
  | code (Just n) = n mod 1000003
  | code (Pair (a, b)) =
      let val (x, y) = ForkJoin.par (fn () => code a, fn () => code b) in (x * 17 + y + 3) mod 1000003 end
  | code (Text s) = sum Char.ord (Vector.tabulate (size s, fn i => String.sub (s, i)))
  | code (Large n) = IntInf.toInt (n mod 1000003)
  | code (Reals v) = sum bits v
  | code (Bytes v) = Word8Vector.foldl (fn (x, y) => (Word8.toInt x + 31 * y) mod 1000003) 0 v
  | code (Many all) = List.foldl (fn (x, y) => (code x + 31 * y) mod 1000003) 0 all
  | code (Flat v) = sum (fn (i, x) => i + bits x) v
  | code (Later f) = code (f 5)

fun rounds 0 = ()
  | rounds n = (print (Int.toString (code (make 9 n)) ^ "\n"); rounds (n - 1))
val () = rounds 12

(* Integers up to the largest one that is no object: all of their bits. *)
fun edge 0 n = [IntInf.pow (2, n mod 64) - 1, ~ (IntInf.pow (2, n mod 64)), 3 * IntInf.pow (2, n mod 62)]
  | edge depth n =
      let val (a, b) = ForkJoin.par (fn () => edge (depth - 1) (2 * n), fn () => edge (depth - 1) (2 * n + 1)) in a @ b end
val () = app (fn n => print (IntInf.toString n ^ " ")) (edge 6 1)
val () = print "\n"
