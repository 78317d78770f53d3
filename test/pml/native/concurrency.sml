(* Atomic changes of references and of cells of arrays; arrays that are not initialised. *)
val counter = ref 0
val cells = Array.array (4, 0)
val _ = ForkJoin.parfor 1 (0, 1000) (fn i =>
  (ignore (Concurrency.fetchAndAdd counter i); ignore (Concurrency.fetchAndAddArray (cells, i mod 4) 1)))
val _ = print (Int.toString (!counter) ^ " " ^ Int.toString (Array.sub (cells, 0)) ^ " " ^ Int.toString (Array.sub (cells, 3)) ^ "\n")

(* Each returns what was there before, and changes nothing where that is something else. *)
val r = ref 5
val _ = print (Int.toString (Concurrency.cas r (5, 6)) ^ Int.toString (Concurrency.cas r (5, 7)) ^ Int.toString (!r) ^ "\n")
val _ = print (Int.toString (Concurrency.casArray (cells, 1) (250, 1)) ^ " " ^ Int.toString (Concurrency.casArray (cells, 1) (250, 2))
               ^ " " ^ Int.toString (Array.sub (cells, 1)) ^ "\n")
fun outside i = (ignore (Concurrency.casArray (cells, i) (0, 1)); "no") handle Subscript => "Subscript"
fun outsideToo i = (ignore (Concurrency.fetchAndAddArray (cells, i) 1); "no") handle Subscript => "Subscript"
val _ = print (String.concatWith " " [outside 4, outside ~1, outsideToo 4, outsideToo ~1] ^ "\n")

(* The largest of many, by compare-and-swap. Words, characters and booleans are compared by their values. *)
val largest = ref 0w0 : Word8.word ref
fun raiseTo w =
  let val old = !largest
  in if w <= old orelse Concurrency.cas largest (old, w) = old then () else raiseTo w
  end
val _ = ForkJoin.parfor 1 (0, 500) (fn i => raiseTo (Word8.fromInt (i * 37)))
val _ = print (Word8.toString (!largest) ^ "\n")
val flags = Array.array (10, false)
val won = ref 0
val _ = ForkJoin.parfor 1 (0, 200) (fn i =>
  if Concurrency.casArray (flags, i mod 10) (false, true) then () else ignore (Concurrency.fetchAndAdd won 1))
val _ = print (Int.toString (!won) ^ "\n")

(* Objects are compared as objects: a list that grows from all sides. *)
val all = ref [] : int list ref
fun push i =
  let val old = !all
  in if MLton.eq (Concurrency.cas all (old, i :: old), old) then () else push i
  end
val _ = ForkJoin.parfor 1 (0, 300) push
val _ = print (Int.toString (length (!all)) ^ " " ^ Int.toString (foldl op + 0 (!all)) ^ "\n")

fun filled n = let val a = ForkJoin.alloc n in ForkJoin.parfor 1 (0, n) (fn i => Array.update (a, i, i)); a end
val _ = print (Int.toString (Array.foldl op + 0 (filled 1000)) ^ " " ^ Int.toString (Array.length (filled 0)) ^ "\n")
val boxed = let val a = ForkJoin.alloc 100 in ForkJoin.parfor 1 (0, 100) (fn i => Array.update (a, i, [Int.toString i])); a end
val _ = print (hd (Array.sub (boxed, 99)) ^ ((ignore (ForkJoin.alloc ~1 : int array); "no") handle Size => " Size") ^ "\n")
val _ = print (Bool.toString (Concurrency.numberOfProcessors > 0) ^ "\n")
