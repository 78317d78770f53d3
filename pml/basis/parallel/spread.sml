(* Loops over the ranks of a job (docs/decisions/0270). A task that reaches an array stays in its rank, so a task that
   fills a part of one would. It is given a cell with the array instead, which is sent without what it holds. Where the
   cell is empty, the task fills an array of its own and returns it. *)
structure Spread =
struct
  (* Whether the program is built for that. Elsewhere the compiler drops all that depends on it. Where it is, a loop is
     there once, for one rank and for several: a function that two loops call would be inlined in none of them. *)
  val mayHaveRanks = _prim "may_have_ranks" : bool
  val rankCount = _prim "rank_count" : unit -> int
  fun isPossible () = mayHaveRanks andalso rankCount () > 1

  val sendEmpty = _prim "array_send_empty" : 'a array -> unit
  val sendWhole = _prim "array_send_whole" : 'a array -> unit
  (* Nobody writes to it any more, or asks whether it is the same as another one: from now on it travels. *)
  fun finished a = (if isPossible () then sendWhole a else (); a)

  (* One element here, and none in other ranks. *)
  type 'a cell = 'a array
  fun cell x = let val made = Array.array (1, x) in if isPossible () then sendEmpty made else (); made end
  fun isHere cell = Array.length cell > 0
  fun get cell = Array.sub (cell, 0)
  fun set (cell, x) = Array.update (cell, 0, x)

  val forkFirst = _prim "fork" : (unit -> 'a) * (unit -> 'b) -> 'a * 'b option
  val enterLong = _prim "loop_enter_chain" : Int64.int -> Int64.int
  val leave = _prim "loop_leave" : Int64.int -> unit
  fun enter n = enterLong (Int64.fromInt n)
  val few = 16

  (* ForkJoin.parfor (basis/parallel.sml has the comments) of an array's elements from `first` on. Second branches say
     where they have put theirs. *)
  fun tabulate f n =
    let
      fun range (array, first, lo, hi) =
        let val how = enter (hi - lo)
        in
          if how > 0 then (each (get array, first, lo, hi); if how > 1 then leave how else ())
          else if how < 0 andalso hi - lo <= few then chain (array, first, lo, hi)
          else halves (array, first, lo, hi)
        end
      and halves (array, first, lo, hi) =
        let
          val middle = lo + (hi - lo) div 2
          val ((), part) =
            ForkJoin.par (fn () => range (array, first, lo, middle), fn () => half (array, first, middle, hi))
        in take (array, first, middle, part)
        end
      and half (array, first, lo, hi) =
        if isHere array then (range (array, first, lo, hi); get array) else elsewhere (lo, hi)
      and each (made, first, i, stop) =
        if i >= stop then () else (Array.update (made, i - first, f i); each (made, first, i + 1, stop))
      and chain (array, first, i, stop) =
        if i + 1 >= stop then one (array, first, i)
        else
          case forkFirst (fn () => one (array, first, i), fn () => others (array, first, i + 1, stop)) of
            (_, NONE) => chain (array, first, i + 1, stop)
          | (_, SOME part) => take (array, first, i + 1, part)
      and one (array, first, i) = let val x = f i in Array.update (get array, i - first, x) end
      and others (array, first, lo, hi) =
        if isHere array then (rest (array, first, lo, hi); get array) else elsewhere (lo, hi)
      and rest (array, first, lo, hi) =
        if hi - lo > 1 then halves (array, first, lo, hi) else one (array, first, lo)
      and elsewhere (lo, hi) =
        let val own = ForkJoin.alloc (hi - lo)
        in range (cell own, lo, lo, hi); finished own
        end
      and take (array, first, at, part) =
        if part = get array then () else Array.copy {src = part, dst = get array, di = at - first}
      val made = ForkJoin.alloc n
    in if n > 0 then range (cell made, 0, 0, n) else (); finished made
    end
end
