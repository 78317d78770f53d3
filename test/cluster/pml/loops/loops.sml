(* Loops of the parallel library: whichever rank makes an element, it comes to its place, and once. *)
fun work 0 n = n mod 1009
  | work d n = (work (d - 1) ((n * 7 + 3) mod 1009) + 1) mod 1009
fun slow n = work 60 (n mod 1009) mod 1000

fun line words = print (String.concatWith " " words ^ "\n")
val say = Int.toString
fun mixed s = Seq.iterate (fn (sum, x) => (sum * 31 + x) mod 1000003) 7 s
fun show name code s = line [name, say (Seq.length s), say (mixed (Seq.map code s))]

(* Elements of all kinds. *)
datatype shape = Nothing | Just of int | Pair of shape * int list
fun shape i = case i mod 3 of 0 => Nothing | 1 => Just (slow i) | _ => Pair (Just i, [i, slow i])
fun shapeCode Nothing = 1
  | shapeCode (Just n) = n + 2
  | shapeCode (Pair (s, l)) = shapeCode s * 3 + List.foldl op + 0 l
fun textCode t = CharVector.foldl (fn (c, sum) => (sum * 31 + Char.ord c) mod 1000003) 0 t
val n = 700
val numbers = Seq.tabulate slow n
val () = show "int" (fn x => x) numbers
val () = show "bool" (fn b => if b then 1 else 0) (Seq.tabulate (fn i => slow i mod 2 = 0) n)
val () = show "char" Char.ord (Seq.tabulate (fn i => Char.chr (slow i mod 128)) n)
val () = show "real" Real.round (Seq.tabulate (fn i => Real.fromInt (slow i) * 1.5) n)
val () = show "text" textCode (Seq.tabulate (fn i => Int.toString (slow i) ^ "x") n)
val () = show "intinf" (fn x => IntInf.toInt (x mod 1000003)) (Seq.tabulate (fn i => IntInf.pow (IntInf.fromInt (slow i), 9)) n)
val () = show "pair" (fn (a, b) => a + 2 * b) (Seq.tabulate (fn i => (i, slow i)) n)
val () = show "triple" (fn (a, t, r) => a + textCode t + Real.round r) (Seq.tabulate (fn i => (i, say (slow i), real i)) n)
val () = show "shape" shapeCode (Seq.tabulate shape n)
val () = show "function" (fn f => f 3) (Seq.tabulate (fn i => let val x = slow i in fn y => x * y + i end) n)
val () = show "list" (List.foldl op + 0) (Seq.tabulate (fn i => List.tabulate (i mod 5, fn k => k + slow i)) n)
val () = show "unit" (fn () => 5) (Seq.tabulate (fn i => ignore (slow i)) n)
val () = show "none" (fn x => x) (Seq.tabulate slow 0)
val () = show "one" (fn x => x) (Seq.tabulate slow 1)

(* Loops in loops, in recursions and in tasks. *)
val rows = Seq.tabulate (fn i => Seq.tabulate (fn j => slow (i * j)) (i mod 9)) 90
val () = show "rows" mixed rows
val () = show "flat" (fn x => x) (Seq.flatten rows)
val () = show "deep" (fn x => x) (Seq.map (fn row => Seq.reduce op + 0 (Seq.map slow row)) rows)
fun tree 0 k = Seq.tabulate (fn i => slow (i + k)) 20
  | tree d k =
      let val (a, b) = ForkJoin.par (fn () => tree (d - 1) (2 * k), fn () => tree (d - 1) (2 * k + 1))
      in Seq.append (a, Seq.rev b) end
val () = show "tree" (fn x => x) (tree 5 1)

(* What reads sequences. *)
val () = show "mapi" (fn x => x) (Seq.mapi (fn (i, x) => i * slow x) numbers)
val () = show "zip" (fn (a, b) => a + 3 * b) (Seq.zip (numbers, Seq.drop (Seq.map slow numbers) 9))
val () = line ["reduce", say (Seq.reduce Int.max 0 (Seq.map slow numbers))]
(* Not commutative: x -> a x + b. *)
fun followedBy ((a, b), (c, d)) = (ignore (slow b); (a * c mod 10007, (b * c + d) mod 10007))
val steps = Seq.map (fn x => (x mod 10 + 1, x)) numbers
fun pair (a, b) = a * 3 + b
val (prefixes, whole) = Seq.scan followedBy (1, 0) steps
val () = show "scan" pair prefixes
val () = line ["whole", say (pair whole), say (pair (Seq.reduce followedBy (1, 0) steps))]
val () = show "scanIncl" pair (Seq.scanIncl followedBy (1, 0) steps)
val () = show "filter" (fn x => x) (Seq.filter (fn x => slow x mod 3 = 0) numbers)
val () = show "partial" (fn x => x) (Seq.mapPartial (fn x => if slow x mod 4 = 1 then SOME (slow (x + 1)) else NONE) numbers)
val () = show "if" (fn x => x) (Seq.tabulateIf (fn i => slow i mod 2 = 1) (fn i => slow (i + 5)) n)
val sorted = Sort.sort Int.compare (Seq.map (fn x => slow x * 7 mod 301) numbers)
val () = show "sort" (fn x => x) sorted
val () = show "search" (fn x => x) (Seq.tabulate (fn i => Search.lowerBound Int.compare sorted i) 300)
val () = show "inject" (fn x => x) (Seq.inject (numbers, Seq.tabulate (fn i => (i * 3 mod n, slow i)) 100))

(* Exceptions: the first in order, with what it carries. *)
exception Found of int * string
fun finds i = if slow i > 0 andalso i mod 97 = 13 then raise Found (i, "at " ^ say i) else slow i
fun attempt name f = f () handle Found (i, t) => line [name, say i, t] | Subscript => line [name, "subscript"]
val () = attempt "tabulate" (fn () => show "no" (fn x => x) (Seq.tabulate finds n))
val () = attempt "map" (fn () => show "no" (fn x => x) (Seq.map finds (Seq.tabulate (fn i => i + 40) n)))
val () = attempt "scan" (fn () => line [say (#2 (Seq.scan (fn (a, b) => finds (b mod 200)) 0 (Seq.tabulate (fn i => i + 20) n)))])
val () = attempt "filter" (fn () => show "no" (fn x => x) (Seq.filter (fn x => finds x > 5) (Seq.tabulate (fn i => i) n)))
val () = attempt "subscript" (fn () => show "no" (fn x => x) (Seq.tabulate (fn i => Seq.nth numbers (slow i + i)) (2 * n)))
val () = show "handled" (fn x => x) (Seq.tabulate (fn i => finds i handle Found (k, _) => ~ k) n)

(* An array of the program's is that array: what is written to it later is seen, and no sequence changes with a copy. *)
val array = Array.tabulate (n, slow)
val seen = Seq.fromArray array
val () = show "array" (fn x => x) (Seq.map slow seen)
val () = Array.update (array, 300, 5)
val () = show "array" (fn x => x) (Seq.map slow seen)
val copy = Seq.toArray numbers
fun fill i = Array.update (copy, i, slow (i + Array.sub (copy, i)))
val () = ForkJoin.parfor 1 (0, n) fill
val () = show "copy" (fn x => x) (Seq.fromArray copy)
val () = show "kept" (fn x => x) numbers
val () = show "update" (fn x => x) (Seq.update (numbers, (4, 44)))
val count = ref 0
val () = show "count" (fn x => x) (Seq.tabulate (fn i => (ignore (Concurrency.fetchAndAdd count 1); slow i)) n)
val () = line ["once each", say (!count)]
