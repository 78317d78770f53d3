(* Binary search in sorted sequences. *)

signature SEARCH =
sig
  (* How many elements are less than x; how many are not greater. *)
  val lowerBound : ('a * 'a -> order) -> 'a Seq.seq -> 'a -> int
  val upperBound : ('a * 'a -> order) -> 'a Seq.seq -> 'a -> int
  (* The place of the first element that equals x. *)
  val find : ('a * 'a -> order) -> 'a Seq.seq -> 'a -> int option
end

structure Search : SEARCH =
struct
  (* The first place where `isBefore` is false. *)
  fun bound isBefore s =
    let
      fun go (lo, hi) =
        if lo >= hi then lo
        else
          let val middle = lo + (hi - lo) div 2
          in if isBefore (Seq.nth s middle) then go (middle + 1, hi) else go (lo, middle)
          end
    in go (0, Seq.length s)
    end
  fun lowerBound compare s x = bound (fn y => compare (y, x) = LESS) s
  fun upperBound compare s x = bound (fn y => compare (y, x) <> GREATER) s
  fun find compare s x =
    let val i = lowerBound compare s x
    in if i < Seq.length s andalso compare (Seq.nth s i, x) = EQUAL then SOME i else NONE
    end
end
