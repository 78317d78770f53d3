(* Merge sort with parallel merging (bench/kernels/mpl/msort.cpp). Forks for the halves of a sort, and for those of a
   merge: the middle of the longer side is looked for in the other one. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-msort"
  val sizeMeaning = "keys"
  val defaultSize = 2000000
  val tolerance = 0.0
  type key = Word64.word
  type input = key array
  type result = key array

  (* Algorithmic grains: below them keys are inserted one after the other, and merged by one loop, which needs no search. *)
  val smallSort = 32
  val searchedMerge = 512
  val grain = 4096
  val smallMerge = if Grain.isTuned then grain else searchedMerge

  fun prepare (size, seed) =
    let val state = Random.from seed
    in Array.tabulate (size, fn _ => Random.next state)
    end

  fun insertionSort (keys : key array, lo, hi) =
    let
      fun place (x, j) =
        if j > lo andalso Array.sub (keys, j - 1) > x then
          (Array.update (keys, j, Array.sub (keys, j - 1)); place (x, j - 1))
        else Array.update (keys, j, x)
      fun go i = if i >= hi then () else (place (Array.sub (keys, i), i); go (i + 1))
    in go (lo + 1)
    end

  (* Of two parts of one array, i to m and j to n, into another one, from `at` on. *)
  fun mergeInSequence (from : key array, i, m, j, n, to, at) =
    if i = m then
      if j = n then () else (Array.update (to, at, Array.sub (from, j)); mergeInSequence (from, i, m, j + 1, n, to, at + 1))
    else if j = n orelse Array.sub (from, i) <= Array.sub (from, j) then
      (Array.update (to, at, Array.sub (from, i)); mergeInSequence (from, i + 1, m, j, n, to, at + 1))
    else (Array.update (to, at, Array.sub (from, j)); mergeInSequence (from, i, m, j + 1, n, to, at + 1))

  (* The first place of a part whose key is not less than x. *)
  fun lowerBound (keys : key array, x) (lo, hi) =
    if lo >= hi then lo
    else
      let val middle = lo + (hi - lo) div 2
      in if Array.sub (keys, middle) < x then lowerBound (keys, x) (middle + 1, hi) else lowerBound (keys, x) (lo, middle)
      end

  fun merge (from, i, m, j, n, to, at) =
    if m - i + (n - j) <= smallMerge then mergeInSequence (from, i, m, j, n, to, at)
    else if m - i < n - j then merge (from, j, n, i, m, to, at)
    else
      let
        val half = i + (m - i) div 2
        val other = lowerBound (from, Array.sub (from, half)) (j, n)
      in
        ignore (ForkJoin.par
          (fn () => merge (from, i, half, j, other, to, at),
           fn () => merge (from, half, m, other, n, to, at + (half - i) + (other - j))))
      end

  (* Both arrays hold the same keys from lo to hi, and are overwritten there; the result is in the second one. *)
  fun sortInto (from, to, lo, hi) =
    if hi - lo <= smallSort then insertionSort (to, lo, hi)
    else
      let val middle = lo + (hi - lo) div 2
      in
        ignore (Loops.parIf (hi - lo > grain)
          (fn () => sortInto (to, from, lo, middle), fn () => sortInto (to, from, middle, hi)));
        merge (from, lo, middle, middle, hi, to, lo)
      end

  fun run keys =
    let
      val n = Array.length keys
      fun copy () = Loops.tabulate 5000 n (fn i => Array.sub (keys, i))
      val (from, to) = (copy (), copy ())
    in sortInto (from, to, 0, n); to
    end

  fun checksum (_, sorted) = Results.orderChecksum (Array.length sorted) (fn i => Array.sub (sorted, i))

  (* In order, and of the same keys: sums of the keys and of a function of each agree. *)
  fun verify (keys, sorted) =
    let
      val n = Array.length keys
      fun sums (a : key array) =
        let
          fun go (i, plain, mixed) =
            if i = n then (plain, mixed)
            else
              let val x = Array.sub (a, i)
              in go (i + 1, plain + x, mixed + #2 (Random.step x))
              end
        in go (0, 0w0, 0w0)
        end
    in
      Results.errorUnless
        (Array.length sorted = n andalso sums keys = sums sorted andalso
         Results.all (1, n) (fn i => Array.sub (sorted, i - 1) <= Array.sub (sorted, i)))
    end
end
