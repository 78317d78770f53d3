(* Arrays whose elements are tuples of numbers, in parallel: tasks fill parts of one, with collections between; read what
   others write; and hand arrays up through joins. What C sees is an array of a struct. *)
val show = Int.toString
fun say text = print (text ^ "\n")
val faults = ref 0
fun check ok = if ok then () else ignore (Concurrency.fetchAndAdd faults 1)
fun garbage n = check (length (List.tabulate (n mod 20, fn i => [i])) = n mod 20)

(* Uninitialised, small and large: the collector neither looks at the elements nor copies a large array. *)
fun fill n : (int * real * bool) array =
  let val made = ForkJoin.alloc n
  in ForkJoin.parfor 1 (0, n) (fn i => (garbage i; Array.update (made, i, (i, real i / 2.0, i mod 3 = 0)))); made
  end
fun isFilled a =
  Array.foldli (fn (i, (j, x, b), ok) => ok andalso i = j andalso Real.== (x, real i / 2.0) andalso b = (i mod 3 = 0)) true a
val arrays = map fill [0, 1, 7, 100]
val large = Array.tabulate (3000, fn i => (i, real i / 2.0, i mod 3 = 0))
val () = check (List.all isFilled arrays)
val () = garbage 9
val () = check (List.all isFilled (large :: arrays))

(* Both halves of a tree make vectors, which the join hands up. *)
fun tree 0 = Vector.fromList [(0, #"a")]
  | tree n =
      let val (left, right) = ForkJoin.par (fn () => tree (n - 1), fn () => (garbage n; tree (n - 1)))
      in Vector.concat [left, Vector.map (fn (k, c) => (k + Vector.length left, Char.succ c)) right]
      end
val leaves = tree 5
val () = say (show (Vector.foldli (fn (i, (k, c), sum) => if i = k then sum + ord c else ~1) 0 leaves))

(* All write all elements: each field is one that somebody has written there. *)
val raced = Array.array (8, (0, 0.0))
fun race i =
  let val (n, x) = Array.sub (raced, i mod 8)
  in
    check (n mod 8 = 0 andalso 0 <= n andalso n < 1000 andalso x >= 0.0 andalso x < 1000.0);
    Array.update (raced, i * 5 mod 8, (i * 8 mod 1000, real (i mod 500)));
    garbage i
  end
val () = ForkJoin.parfor 1 (0, 200) race

(* Slices in an array that all write: they stay whole, as what is in them is trusted. *)
fun slice i = ArraySlice.slice (Array.tabulate (i + 1, fn j => (i, j)), i div 2, NONE)
val slices = Array.tabulate (4, slice)
fun sum s = ArraySlice.foldli (fn (j, (n, k), sum) => (check (k = n div 2 + j); sum + k)) 0 s
fun exchange i =
  (check (sum (Array.sub (slices, i mod 4)) >= 0); Array.update (slices, i * 3 mod 4, slice (i mod 9)); garbage i)
val () = ForkJoin.parfor 1 (0, 60) exchange

(* Tuples that are compared and swapped are objects, in which case they are whole. They may be others each time somebody
   looks, so that nothing is swapped. *)
val cells = Array.array (2, (1, 2, 3))
fun isWhole (a, b, c) = b = 2 * a andalso c = 3 * a
fun add i =
  let val old = Array.sub (cells, i mod 2)
  in
    check (isWhole (Concurrency.casArray (cells, i mod 2) (old, (#1 old + 1, #2 old + 2, #3 old + 3))));
    if i mod 7 = 0 then Array.update (cells, i mod 2, (i, 2 * i, 3 * i)) else ();
    check (isWhole (Array.sub (cells, i * 5 mod 2)))
  end
val () = ForkJoin.parfor 1 (0, 50) add

(* struct { int32_t a; uint8_t b; int64_t c; bool d; } *)
val copy = _import "memcpy" : Word8.word array * (Int32.int * Word8.word * int * bool) array * Word64.word -> unit;
val items = Array.fromList [(1 : Int32.int, 0w2 : Word8.word, 3, true), (0x01020304, 0w5, ~1, false)]
val bytes = Array.array (48, 0w0 : Word8.word)
val () = copy (bytes, items, 0w48)
fun part (at, n) = String.concat (List.tabulate (n, fn i => Word8.toString (Array.sub (bytes, at + i)) ^ "."))
val () = say (String.concatWith " " (map part [(0, 4), (4, 1), (8, 8), (16, 1), (24, 4), (28, 1), (32, 8), (40, 1)]))
val time = _import "clock_gettime" : Int32.int * {nanoseconds : int, seconds : int} array -> Int32.int;
val now = Array.array (1, {seconds = ~1, nanoseconds = ~1})
val () = check (time (0, now) = 0 andalso #seconds (Array.sub (now, 0)) >= 0)

val () = say (show (!faults) ^ " faults")
