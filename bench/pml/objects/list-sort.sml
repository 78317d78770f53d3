(* Sorts lists of numbers, by merging and by partitions. *)
structure Program : WORKLOAD =
struct
  val name = "list-sort"
  val sizeMeaning = "elements"
  val defaultSize = 200000
  val tolerance = 0.0
  type input = int list
  type result = int list * int list

  fun prepare (size, seed) =
    let
      fun step w = w * 0w1664525 + 0w1013904223 : Word32.word
      fun draw (0, _, drawn) = drawn
        | draw (left, w, drawn) = draw (left - 1, step w, Word32.toInt (Word32.>> (w, 0w9)) :: drawn)
    in draw (size, Word32.fromInt seed, [])
    end

  fun split ([], a, b) = (a, b)
    | split (x :: xs, a, b) = split (xs, b, x :: a)
  fun merge ([], ys) = ys
    | merge (xs, []) = xs
    | merge (x :: xs, y :: ys) = if x <= y then x :: merge (xs, y :: ys) else y :: merge (x :: xs, ys) : int list
  fun mergeSort [] = []
    | mergeSort [x] = [x]
    | mergeSort xs =
        let val (a, b) = split (xs, [], [])
        in merge (mergeSort a, mergeSort b)
        end

  fun quickSort ([], rest) = rest
    | quickSort (x :: xs, rest) =
        let val (small, large) = List.partition (fn y => y < x) xs
        in quickSort (small, x :: quickSort (large, rest))
        end

  fun run numbers = (mergeSort numbers, quickSort (numbers, []))

  fun hash numbers = List.foldl (fn (x, h) => (h * 31 + x mod 1009) mod 1000003) 7 numbers
  fun checksum (_, (a, b)) = Real.fromInt (hash a + hash b)

  (* By an array of counters, one for each value that there may be. *)
  fun verify (numbers, (a, b)) =
    let
      val counts = Array.array (8388608, 0)
      fun change by x = Array.update (counts, x, Array.sub (counts, x) + by)
      fun isOrdered (x :: (rest as y :: _)) = x <= y andalso isOrdered rest
        | isOrdered _ = true
      val () = List.app (change 1) numbers
      val () = List.app (change ~1) a
    in if isOrdered a andalso Array.all (fn n => n = 0) counts andalso a = b then 0.0 else 1.0
    end
end
