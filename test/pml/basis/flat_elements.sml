(* Arrays and vectors of tuples and records of numbers: whatever may be done with a sequence gives what it gives for any
   other type of elements. *)
fun say s = print ("> " ^ s ^ "\n")
val int = Int.toString
val real = Real.fmt (StringCvt.FIX (SOME 2))
fun list show l = "[" ^ String.concatWith "," (map show l) ^ "]"
fun array show a = list show (Array.foldr (op ::) [] a)
fun vector show v = list show (Vector.foldr (op ::) [] v)
fun raises f = (ignore (f ()); "no") handle Subscript => "Subscript" | Size => "Size" | Fail s => s

(* Two numbers. *)
fun pair (a, b) = "(" ^ int a ^ "," ^ real b ^ ")"
fun number i = (i, Real.fromInt i / 4.0)
val pairs = Array.tabulate (6, number)
val () = say (array pair pairs)
val first = Array.sub (pairs, 1)
val () = Array.update (pairs, 1, (100, 0.5))
val () = say (pair first ^ pair (Array.sub (pairs, 1)) ^ int (#1 (Array.sub (pairs, 5))) ^ real (#2 (Array.sub (pairs, 5))))
val () = say (raises (fn () => Array.sub (pairs, 6)) ^ raises (fn () => Array.update (pairs, ~ (#1 first), first)) ^
              raises (fn () => Array.array (#1 first - length [1, 2], first)))
val () = Array.modify (fn (a, b) => (a + 1, b * 2.0)) pairs
val () = Array.modifyi (fn (i, (a, b)) => if i mod 2 = 0 then (i, b) else (a, Real.fromInt i)) pairs
val () = say (array pair pairs)
val () = say (int (Array.foldl (fn ((a, _), sum) => sum + a) 0 pairs) ^ " " ^ real (Array.foldri (fn (i, (_, b), sum) => Real.fromInt i * sum + b) 0.0 pairs))
val () = say (case Array.find (fn (a, _) => a > 50) pairs of SOME found => pair found | NONE => "none")
val () = say (case Array.findi (fn (i, (a, _)) => a = i) pairs of SOME (i, found) => int i ^ pair found | NONE => "none")
val () = say (Bool.toString (Array.exists (fn (_, b) => b < 0.0) pairs) ^ Bool.toString (Array.all (fn (a, _) => a >= 0) pairs))

(* Copies, also of a part onto itself. *)
val copy = Array.array (8, (0, 0.0))
val () = Array.copy {src = pairs, dst = copy, di = 2}
val () = say (array pair copy)
val () = ArraySlice.copy {src = ArraySlice.slice (copy, 1, SOME 5), dst = copy, di = 2}
val () = say (array pair copy)
val () = ArraySlice.copy {src = ArraySlice.slice (copy, 3, NONE), dst = copy, di = 0}
val () = say (array pair copy)
val () = Array.copyVec {src = Vector.tabulate (3, number), dst = copy, di = 5}
val () = say (array pair copy ^ raises (fn () => Array.copyVec {src = Vector.tabulate (3, number), dst = copy, di = 6}))
val () = say (vector pair (ArraySlice.vector (ArraySlice.subslice (ArraySlice.slice (copy, 2, NONE), 1, SOME 3))))
val () = say (case ArraySlice.getItem (ArraySlice.full copy) of SOME (item, rest) => pair item ^ int (ArraySlice.length rest) | NONE => "none")

(* Records in records, with characters, words, booleans, constants of a datatype and units. *)
datatype colour = Red | Green | Blue
type item = {at : {x : int, y : int}, colour : colour, is : bool, letter : char, none : unit, size : Word8.word * Word32.word}
fun colour Red = "red" | colour Green = "green" | colour Blue = "blue"
fun item ({at = {x, y}, colour = c, is, letter, none = (), size = (small, large)} : item) =
  int x ^ "/" ^ int y ^ colour c ^ Bool.toString is ^ str letter ^ Word8.toString small ^ "." ^ Word32.toString large
fun make i : item =
  {at = {x = i, y = ~i}, colour = List.nth ([Red, Green, Blue], i mod 3), is = i mod 2 = 0, letter = Char.chr (97 + i),
   none = (), size = (Word8.fromInt (250 + i), Word32.fromInt (1000 * i))}
val items = Vector.tabulate (5, make)
val () = say (vector item items)
val () = say (vector colour (Vector.map #colour items) ^ vector (fn {x, y} => int (x - y)) (Vector.map #at items))
val () = say (Bool.toString (items = Vector.tabulate (5, make)) ^ Bool.toString (items = Vector.map make (Vector.fromList [0, 1, 2, 3, 5])))
val () = say (vector item (Vector.update (items, 2, make 9)))
val () = say (vector item (Vector.concat [items, Vector.fromList [make 7], Vector.fromList []]))
val () = say (vector item (VectorSlice.map (fn {at, colour, is, letter, none, size} =>
  {at = {x = #y at, y = #x at}, colour = Blue, is = not is, letter = letter, none = none, size = size})
  (VectorSlice.slice (items, 1, SOME 2))))
fun order (a : item, b : item) = Int.compare (#x (#at a), #x (#at b))
val () = say (case Vector.collate order (items, Vector.tabulate (4, make)) of LESS => "less" | EQUAL => "equal" | GREATER => "greater")
val () = say (vector item (VectorSlice.concat [VectorSlice.slice (items, 3, NONE), VectorSlice.slice (items, 0, SOME 1)]))

(* One field, a field without values, none. *)
val ones = Array.tabulate (4, fn i => {it = i})
val () = say (array (fn {it} => int it) ones)
val halves = Array.tabulate (3, fn i => ((), i))
val () = (Array.update (halves, 1, ((), 9)); say (array (fn ((), i) => int i) halves))
val empty = Array.tabulate (3, fn _ => ((), ()))
val () = (Array.update (empty, 1, ((), ())); say (int (Array.foldl (fn (((), ()), n) => n + 1) 0 empty)))
val () = say (int (Vector.length (Vector.fromList ([] : (int * int) list))) ^ vector pair (Vector.fromList []))

(* Eight fields, nine, and some that are no numbers. *)
val eight = Array.tabulate (3, fn i => (i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7))
val nine = Array.tabulate (3, fn i => (i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7, i + 8))
val mixed = Array.tabulate (3, fn i => (i, int i, (i, [i])))
val () = say (int (#8 (Array.sub (eight, 2))) ^ int (#9 (Array.sub (nine, 2))) ^ #2 (Array.sub (mixed, 2)) ^ int (hd (#2 (#3 (Array.sub (mixed, 2))))))
val () = Array.update (eight, 0, Array.sub (eight, 2))
val () = say (int (Array.foldl (fn ((a, b, c, d, e, f, g, h), s) => a + b * c + d * e + f * g + h * s) 1 eight))

(* Elements in everything else: functions, options, references, other sequences, exceptions. *)
exception Carries of int * real
fun swap (a, i, j) = let val x = Array.sub (a, i) in Array.update (a, i, Array.sub (a, j)); Array.update (a, j, x) end
fun reverse a = let fun go (i, j) = if i < j then (swap (a, i, j); go (i + 1, j - 1)) else () in go (0, Array.length a - 1) end
val () = (reverse copy; say (array pair copy))
val kept = ref (Array.sub (copy, 3))
val () = Array.update (copy, 3, (7, 7.0))
val () = say (pair (!kept) ^ ((raise Carries (Array.sub (copy, 3))) handle Carries both => pair both))
val functions = map (fn i => fn () => Array.sub (copy, i)) [0, 3, 5]
val () = Array.update (copy, 5, (~5, 1.25))
val () = say (list (fn f => pair (f ())) functions)
val nested = Vector.tabulate (3, fn i => Array.tabulate (i, fn j => (i, j)))
val () = (Array.update (Vector.sub (nested, 2), 1, (8, 9)); say (vector (array (fn (a, b) => int a ^ int b)) nested))
val () = say (raises (fn () => Array.tabulate (3, fn i => if i = 2 then raise Fail "at 2" else (i, i))))
datatype 'a tree = Leaf | Node of 'a vector * 'a tree * 'a tree
fun grow 0 = Leaf | grow n = Node (Vector.tabulate (n, fn i => (i, n)), grow (n - 1), Leaf)
fun total Leaf = 0 | total (Node (v, l, r)) = Vector.foldl (fn ((i, n), s) => i * n + s) 0 v + total l + total r
val () = say (int (total (grow 6)) ^ Bool.toString (grow 3 = grow 3) ^ Bool.toString (grow 3 = grow 2))

(* One that is larger than what a collector copies. *)
val large = Array.tabulate (5000, fn i => (i, Real.fromInt i, i mod 3 = 0))
val () = Array.appi (fn (i, (a, _, c)) => Array.update (large, i, (a + 1, Real.fromInt (a * 2), not c))) large
val () = say (int (Array.foldl (fn ((a, b, c), s) => (a + floor b + (if c then 1 else 0) + s) mod 16381) 0 large))
