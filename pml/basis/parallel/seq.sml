(* Sequences: slices of arrays that nobody writes to any more. Functions that are passed may run in parallel, in any order;
   operators of reductions and scans have to be associative. *)

signature SEQ =
sig
  type 'a seq
  val length : 'a seq -> int
  (* Subscript out of range. *)
  val nth : 'a seq -> int -> 'a
  val empty : unit -> 'a seq
  val singleton : 'a -> 'a seq
  val fromList : 'a list -> 'a seq
  val toList : 'a seq -> 'a list
  (* The sequence sees later changes of the array. *)
  val fromArray : 'a array -> 'a seq
  val toArray : 'a seq -> 'a array
  (* tabulate f n is f 0, …, f (n - 1). *)
  val tabulate : (int -> 'a) -> int -> 'a seq
  val map : ('a -> 'b) -> 'a seq -> 'b seq
  val mapi : (int * 'a -> 'b) -> 'a seq -> 'b seq
  val foreach : 'a seq -> (int * 'a -> unit) -> unit
  (* As long as the shorter one. *)
  val zip : 'a seq * 'b seq -> ('a * 'b) seq
  val zipWith : ('a * 'b -> 'c) -> 'a seq * 'b seq -> 'c seq
  (* Without copying: subseq s (start, length). *)
  val subseq : 'a seq -> int * int -> 'a seq
  val take : 'a seq -> int -> 'a seq
  val drop : 'a seq -> int -> 'a seq
  val rev : 'a seq -> 'a seq
  val append : 'a seq * 'a seq -> 'a seq
  val flatten : 'a seq seq -> 'a seq
  val filter : ('a -> bool) -> 'a seq -> 'a seq
  val mapPartial : ('a -> 'b option) -> 'a seq -> 'b seq
  (* tabulateIf keep value n is value i for those i of 0, …, n - 1 of which keep i holds, in their order. *)
  val tabulateIf : (int -> bool) -> (int -> 'a) -> int -> 'a seq
  (* reduce f z: z is the result of nothing, and is combined with nothing else. *)
  val reduce : ('a * 'a -> 'a) -> 'a -> 'a seq -> 'a
  (* All prefixes of z, s 0, s 1, … without the last element, and the whole. *)
  val scan : ('a * 'a -> 'a) -> 'a -> 'a seq -> 'a seq * 'a
  (* Each with its own element. *)
  val scanIncl : ('a * 'a -> 'a) -> 'a -> 'a seq -> 'a seq
  (* One after the other, from the left. *)
  val iterate : ('b * 'a -> 'b) -> 'b -> 'a seq -> 'b
  val update : 'a seq * (int * 'a) -> 'a seq
  (* Many at once; of those at one place the last in the sequence. *)
  val inject : 'a seq * (int * 'a) seq -> 'a seq
  val equal : ('a * 'a -> bool) -> 'a seq * 'a seq -> bool
end

structure Seq :> SEQ =
struct
  type 'a seq = 'a ArraySlice.slice

  val length = ArraySlice.length
  fun nth s i = ArraySlice.sub (s, i)
  fun fromArray a = ArraySlice.full a
  (* Of an array that nobody else has. *)
  fun fromOwn a = fromArray (Spread.finished a)
  fun each n f = ForkJoin.parfor 1 (0, n) f

  (* An array of the caller's, who may write to it. *)
  fun fill f n =
    let val made = ForkJoin.alloc n
    in each n (fn i => Array.update (made, i, f i)); made
    end

  fun tabulate f n = fromArray (if Spread.mayHaveRanks then Spread.tabulate f n else fill f n)

  fun empty () = tabulate (fn _ => raise Subscript) 0
  fun singleton x = fromOwn (Array.array (1, x))
  fun fromList xs = fromOwn (Array.fromList xs)
  fun toList s = ArraySlice.foldr (op ::) [] s
  fun map f s = tabulate (fn i => f (nth s i)) (length s)
  fun mapi f s = tabulate (fn i => f (i, nth s i)) (length s)
  fun foreach s f = each (length s) (fn i => f (i, nth s i))
  fun toArray s = fill (nth s) (length s)
  fun zipWith f (s, t) = tabulate (fn i => f (nth s i, nth t i)) (Int.min (length s, length t))
  fun zip st = zipWith (fn pair => pair) st
  fun subseq s (start, n) = ArraySlice.subslice (s, start, SOME n)
  fun take s n = subseq s (0, n)
  fun drop s n = subseq s (n, length s - n)
  fun rev s = let val n = length s in tabulate (fn i => nth s (n - 1 - i)) n end
  fun append (s, t) =
    let val n = length s
    in tabulate (fn i => if i < n then nth s i else nth t (i - n)) (n + length t)
    end

  fun reduce f z s =
    ForkJoin.reducem f z (0, length s) (nth s)

  (* One pass, as long as nobody takes a part of it: who begins with a right half looks whether the left half is done, and
     then goes on from its result. Otherwise it takes the half for itself, and all prefixes there get what is before them
     later. It does not matter who is first: both ways have the same result. *)
  datatype 'a half = Whole of 'a | Alone of 'a

  fun scanHere f z s =
    let
      val n = length s
      val made = ForkJoin.alloc n
      fun inOrder (i, stop, former) =
        if i >= stop then former else (Array.update (made, i, former); inOrder (i + 1, stop, f (former, nth s i)))
      fun complete (lo, hi, former) =
        (Array.update (made, lo, former);
         ForkJoin.parfor 1 (lo + 1, hi) (fn i => Array.update (made, i, f (former, Array.sub (made, i)))))
      (* Of a range behind something: the combination of that and of all of the range. *)
      fun after (lo, hi, former) =
        Range.run (hi - lo)
          (fn () => inOrder (lo, hi, former),
           fn () => halves (fn middle => after (lo, middle, former), lo, hi))
      (* Of a range alone, whose first prefix is nothing. *)
      and alone (lo, hi) =
        Range.run (hi - lo)
          (fn () => inOrder (lo + 1, hi, nth s lo),
           fn () => halves (fn middle => alone (lo, middle), lo, hi))
      and halves (left, lo, hi) =
        let
          val middle = lo + (hi - lo) div 2
          val found = ref NONE
          fun first () = let val sum = left middle in found := SOME sum; sum end
          fun second () =
            case !found of SOME sum => Whole (after (middle, hi, sum)) | NONE => Alone (alone (middle, hi))
        in
          case ForkJoin.par (first, second) of
            (_, Whole sum) => sum
          | (sum, Alone rest) => (complete (middle, hi, sum); f (sum, rest))
        end
    in if n = 0 then (empty (), z) else let val whole = after (0, n, z) in (fromArray made, whole) end
    end

  (* The same over ranks. A half that goes to another one is run alone there, and comes back with its prefixes. *)
  datatype 'a part = Behind of 'a | Beside of 'a | Away of 'a * 'a array

  fun scanOver f z s =
    let
      val n = length s
      fun inOrder (made, first, i, stop, former) =
        if i >= stop then former
        else (Array.update (made, i - first, former); inOrder (made, first, i + 1, stop, f (former, nth s i)))
      (* made has the elements from `first` on, and the prefixes of a half that begins at lo are what `alone` says. *)
      fun complete (made, first, lo, hi, former, alone) =
        (Array.update (made, lo - first, former);
         ForkJoin.parfor 1 (lo + 1, hi) (fn i => Array.update (made, i - first, f (former, alone i))))
      fun after (array, first, lo, hi, former) =
        Range.run (hi - lo)
          (fn () => inOrder (Spread.get array, first, lo, hi, former),
           fn () => halves (fn middle => after (array, first, lo, middle, former), array, first, lo, hi))
      and alone (array, first, lo, hi) =
        Range.run (hi - lo)
          (fn () => inOrder (Spread.get array, first, lo + 1, hi, nth s lo),
           fn () => halves (fn middle => alone (array, first, lo, middle), array, first, lo, hi))
      and halves (left, array, first, lo, hi) =
        let
          val middle = lo + (hi - lo) div 2
          val found = Spread.cell NONE
          fun one () = let val sum = left middle in Spread.set (found, SOME sum); sum end
          fun another () =
            if Spread.isHere array then
              case Spread.get found of
                SOME sum => Behind (after (array, first, middle, hi, sum))
              | NONE => Beside (alone (array, first, middle, hi))
            else
              let
                (* Whose first prefix is nothing. *)
                val own = Array.array (hi - middle, nth s middle)
                val sum = alone (Spread.cell own, middle, middle, hi)
              in Away (sum, Spread.finished own)
              end
          fun finish (sum, rest, alone) = (complete (Spread.get array, first, middle, hi, sum, alone); f (sum, rest))
        in
          case ForkJoin.par (one, another) of
            (_, Behind sum) => sum
          | (sum, Beside rest) =>
              let val made = Spread.get array in finish (sum, rest, fn i => Array.sub (made, i - first)) end
          | (sum, Away (rest, part)) => finish (sum, rest, fn i => Array.sub (part, i - middle))
        end
      val made = ForkJoin.alloc n
    in if n = 0 then (empty (), z) else let val whole = after (Spread.cell made, 0, 0, n, z) in (fromOwn made, whole) end
    end

  fun scan f z s = if Spread.mayHaveRanks then scanOver f z s else scanHere f z s

  fun scanIncl f z s =
    let val (prefixes, whole) = scan f z s
        val last = length s - 1
    in tabulate (fn i => if i = last then whole else nth prefixes (i + 1)) (last + 1)
    end

  fun iterate f z s = ArraySlice.foldl (fn (x, acc) => f (acc, x)) z s

  fun flatten ss =
    let
      val (starts, total) = scan (op +) 0 (map length ss)
      val made = ForkJoin.alloc total
    in
      foreach ss (fn (i, s) =>
        let val start = nth starts i
        in foreach s (fn (j, x) => Array.update (made, start + j, x))
        end);
      fromOwn made
    end

  (* How many are kept, by ranges as they were run. *)
  datatype counts = Some of int | Both of int * counts * counts
  fun total (Some n) = n
    | total (Both (n, _, _)) = n

  (* Each is asked once. *)
  fun keepHere keep value n =
    let
      val kept = ForkJoin.alloc n
      fun ask (i, stop, sum) =
        if i >= stop then Some sum
        else
          let val isKept = keep i
          in Array.update (kept, i, isKept); ask (i + 1, stop, if isKept then sum + 1 else sum)
          end
      fun count (lo, hi) =
        Range.run (hi - lo)
          (fn () => ask (lo, hi, 0),
           fn () =>
             let
               val middle = lo + (hi - lo) div 2
               val (left, right) = ForkJoin.par (fn () => count (lo, middle), fn () => count (middle, hi))
             in Both (total left + total right, left, right)
             end)
      val counts = if n = 0 then Some 0 else count (0, n)
      val made = ForkJoin.alloc (total counts)
      fun copy (i, stop, at) =
        if i >= stop then ()
        else if Array.sub (kept, i) then (Array.update (made, at, value i); copy (i + 1, stop, at + 1))
        else copy (i + 1, stop, at)
      fun place (Some _, lo, hi, at) = copy (lo, hi, at)
        | place (Both (_, left, right), lo, hi, at) =
            let val middle = lo + (hi - lo) div 2
            in
              ignore (ForkJoin.par
                (fn () => place (left, lo, middle, at), fn () => place (right, middle, hi, at + total left)))
            end
    in place (counts, 0, n, 0); fromOwn made
    end

  (* Over ranks, both functions run in loops that spread; where they are kept is found here. *)
  fun tabulateIf keep value n =
    if Spread.isPossible () then
      let val places = keepHere (nth (tabulate keep n)) (fn i => i) n
      in tabulate (fn k => value (nth places k)) (length places)
      end
    else keepHere keep value n

  fun mapPartial f s =
    let val results = map f s
    in tabulateIf (fn i => Option.isSome (nth results i)) (fn i => Option.valOf (nth results i)) (length s)
    end

  fun filter p s = tabulateIf (fn i => p (nth s i)) (nth s) (length s)

  fun update (s, (i, x)) =
    let val made = toArray s
    in Array.update (made, i, x); fromOwn made
    end

  (* First each place learns the number of the last update that concerns it. *)
  fun inject (s, updates) =
    let
      val made = toArray s
      val owners = Array.array (length s, ~1)
      fun claim (k, i) =
        let val now = Array.sub (owners, i)
        in if now >= k orelse Concurrency.casArray (owners, i) (now, k) = now then () else claim (k, i)
        end
    in
      foreach updates (fn (k, (i, _)) => claim (k, i));
      foreach updates (fn (k, (i, x)) => if Array.sub (owners, i) = k then Array.update (made, i, x) else ());
      fromOwn made
    end

  fun equal same (s, t) =
    length s = length t andalso reduce (fn (a, b) => a andalso b) true (zipWith same (s, t))
end
