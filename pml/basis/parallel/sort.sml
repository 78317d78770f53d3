(* Merging and sorting. Both are stable. *)

signature SORT =
sig
  (* Of two sorted sequences; what is equal comes from the first one first. *)
  val merge : ('a * 'a -> order) -> 'a Seq.seq * 'a Seq.seq -> 'a Seq.seq
  val sort : ('a * 'a -> order) -> 'a Seq.seq -> 'a Seq.seq
end

structure Sort : SORT =
struct
  (* Fewer elements than this are inserted one after the other: an algorithmic grain. *)
  val small = 16

  (* The first place from lo to hi where `isBefore` is false. *)
  fun bound (a, isBefore) (lo, hi) =
    if lo >= hi then lo
    else
      let val middle = lo + (hi - lo) div 2
      in if isBefore (Array.sub (a, middle)) then bound (a, isBefore) (middle + 1, hi) else bound (a, isBefore) (lo, middle)
      end

  (* Two ranges of arrays, i to m of a and j to n of b, into `made` from `at` on: the middle of the longer one divides the other one. *)
  fun mergeInto compare (a, i, m, b, j, n, made, at) =
    let
      fun inSequence (i, j, at) =
        if i = m then
          if j = n then () else (Array.update (made, at, Array.sub (b, j)); inSequence (i, j + 1, at + 1))
        else if j = n orelse compare (Array.sub (a, i), Array.sub (b, j)) <> GREATER then
          (Array.update (made, at, Array.sub (a, i)); inSequence (i + 1, j, at + 1))
        else (Array.update (made, at, Array.sub (b, j)); inSequence (i, j + 1, at + 1))
      fun inParts () =
        let
          val (k, l) =
            if m - i >= n - j then
              let
                val k = i + (m - i) div 2
                val x = Array.sub (a, k)
              in (k, bound (b, fn y => compare (y, x) = LESS) (j, n))
              end
            else
              let
                val l = j + (n - j) div 2
                val y = Array.sub (b, l)
              in (bound (a, fn x => compare (x, y) <> GREATER) (i, m), l)
              end
        in
          ignore (ForkJoin.par
            (fn () => mergeInto compare (a, i, k, b, j, l, made, at),
             fn () => mergeInto compare (a, k, m, b, l, n, made, at + (k - i) + (l - j))))
        end
    in
      (* Of two elements, the parts may be nothing and both again. *)
      if m - i + (n - j) <= 2 then inSequence (i, j, at)
      else Range.run (m - i + (n - j)) (fn () => inSequence (i, j, at), inParts)
    end

  fun merge compare (s, t) =
    let
      val (m, n) = (Seq.length s, Seq.length t)
      val made = ForkJoin.alloc (m + n)
    in mergeInto compare (Seq.toArray s, 0, m, Seq.toArray t, 0, n, made, 0); Seq.fromArray (Spread.finished made)
    end

  fun insertionSort compare (a, lo, hi) =
    let
      fun place (x, j) =
        if j > lo andalso compare (Array.sub (a, j - 1), x) = GREATER then
          (Array.update (a, j, Array.sub (a, j - 1)); place (x, j - 1))
        else Array.update (a, j, x)
      fun go i = if i >= hi then () else (place (Array.sub (a, i), i); go (i + 1))
    in go (lo + 1)
    end

  (* Both arrays hold the same from lo to hi, and are overwritten there; the result is in the second one. *)
  fun sortInto compare (from, to, lo, hi) =
    if hi - lo <= small then insertionSort compare (to, lo, hi)
    else
      let val middle = lo + (hi - lo) div 2
      in
        ignore (ForkJoin.par
          (fn () => sortInto compare (to, from, lo, middle), fn () => sortInto compare (to, from, middle, hi)));
        mergeInto compare (from, lo, middle, from, middle, hi, to, lo)
      end

  fun sort compare s =
    let val (from, to) = (Seq.toArray s, Seq.toArray s)
    in sortInto compare (from, to, 0, Seq.length s); Seq.fromArray (Spread.finished to)
    end
end
