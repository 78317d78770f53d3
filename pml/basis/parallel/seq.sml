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
  fun each n f = ForkJoin.parfor 1 (0, n) f

  fun tabulate f n =
    let val made = ForkJoin.alloc n
    in each n (fn i => Array.update (made, i, f i)); fromArray made
    end

  fun empty () = tabulate (fn _ => raise Subscript) 0
  fun singleton x = fromArray (Array.array (1, x))
  fun fromList xs = fromArray (Array.fromList xs)
  fun toList s = ArraySlice.foldr (op ::) [] s
  fun map f s = tabulate (fn i => f (nth s i)) (length s)
  fun mapi f s = tabulate (fn i => f (i, nth s i)) (length s)
  fun foreach s f = each (length s) (fn i => f (i, nth s i))
  fun toArray s = case ArraySlice.base (map (fn x => x) s) of (a, _, _) => a
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
    let
      fun go (lo, hi) =
        if hi - lo = 1 then nth s lo
        else
          let val middle = lo + (hi - lo) div 2
          in f (ForkJoin.par (fn () => go (lo, middle), fn () => go (middle, hi)))
          end
    in if length s = 0 then z else go (0, length s)
    end

  (* Neighbours are combined, and half as many elements scanned: every second result is there, the others need one step. *)
  fun scan f z s =
    case length s of
      0 => (empty (), z)
    | 1 => (singleton z, f (z, nth s 0))
    | n =>
        let
          val half = n div 2
          val (some, whole) = scan f z (tabulate (fn i => f (nth s (2 * i), nth s (2 * i + 1))) half)
          fun even i = if i < half then nth some i else whole
          fun prefix i = if i mod 2 = 0 then even (i div 2) else f (nth some (i div 2), nth s (i - 1))
        in (tabulate prefix n, if n mod 2 = 0 then whole else f (whole, nth s (n - 1)))
        end

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
      fromArray made
    end

  fun mapPartial f s =
    let
      val results = map f s
      val (places, total) = scan (op +) 0 (map (fn SOME _ => 1 | NONE => 0) results)
      val made = ForkJoin.alloc total
    in
      foreach results (fn (_, NONE) => () | (i, SOME x) => Array.update (made, nth places i, x));
      fromArray made
    end

  fun filter p s =
    let
      val kept = map p s
      val (places, total) = scan (op +) 0 (map (fn true => 1 | false => 0) kept)
      val made = ForkJoin.alloc total
    in
      foreach s (fn (i, x) => if nth kept i then Array.update (made, nth places i, x) else ());
      fromArray made
    end

  fun update (s, (i, x)) =
    let val made = toArray s
    in Array.update (made, i, x); fromArray made
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
      fromArray made
    end

  fun equal same (s, t) =
    length s = length t andalso reduce (fn (a, b) => a andalso b) true (zipWith same (s, t))
end
