(* Merging and sorting. Both are stable. *)

signature SORT =
sig
  (* Of two sorted sequences; what is equal comes from the first one first. *)
  val merge : ('a * 'a -> order) -> 'a Seq.seq * 'a Seq.seq -> 'a Seq.seq
  val sort : ('a * 'a -> order) -> 'a Seq.seq -> 'a Seq.seq
end

structure Sort : SORT =
struct
  (* Into `made` from `at` on: the middle of the longer one divides the other one. *)
  fun mergeInto compare (s, t, made, at) =
    let
      val (m, n) = (Seq.length s, Seq.length t)
      fun both (i, j) =
        ignore (ForkJoin.par
          (fn () => mergeInto compare (Seq.take s i, Seq.take t j, made, at),
           fn () => mergeInto compare (Seq.drop s i, Seq.drop t j, made, at + i + j)))
    in
      if m + n = 0 then ()
      else if m + n = 1 then Array.update (made, at, if m = 1 then Seq.nth s 0 else Seq.nth t 0)
      else if m = 1 andalso n = 1 then
        let val (x, y) = (Seq.nth s 0, Seq.nth t 0)
            val (first, second) = if compare (x, y) = GREATER then (y, x) else (x, y)
        in Array.update (made, at, first); Array.update (made, at + 1, second)
        end
      else if m >= n then
        let val i = m div 2
        in both (i, Search.lowerBound compare t (Seq.nth s i))
        end
      else
        let val j = n div 2
        in both (Search.upperBound compare s (Seq.nth t j), j)
        end
    end

  fun merge compare (s, t) =
    let val made = ForkJoin.alloc (Seq.length s + Seq.length t)
    in mergeInto compare (s, t, made, 0); Seq.fromArray made
    end

  fun sort compare s =
    if Seq.length s <= 1 then s
    else
      let val half = Seq.length s div 2
      in merge compare (ForkJoin.par (fn () => sort compare (Seq.take s half), fn () => sort compare (Seq.drop s half)))
      end
end
