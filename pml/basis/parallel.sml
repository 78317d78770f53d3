(* Fork-join parallelism and what goes with it. There is no grain anywhere: a call of par costs what a call costs until
   a heartbeat promotes it (docs/pcall.md). *)

signature FORK_JOIN =
sig
  (* Runs both functions, maybe at the same time. If both raise, the exception of the first goes on. *)
  val par : (unit -> 'a) * (unit -> 'b) -> 'a * 'b
  (* parfor grain (lo, hi) f runs f i for lo <= i < hi. The grain is the least number of iterations that stay together;
     1 is always right. *)
  val parfor : int -> int * int -> (int -> unit) -> unit
  (* reducem combine z (lo, hi) f is combine (… combine (f lo, f (lo + 1)) …), grouped in any way but in this order, and z
     if there is nothing to combine. *)
  val reducem : ('a * 'a -> 'a) -> 'a -> int * int -> (int -> 'a) -> 'a
  (* pareduce (lo, hi) z step merge folds `step` over the range. Whoever takes a part of it begins with z, and `merge` puts
     two parts together, the earlier one first. *)
  val pareduce : int * int -> 'a -> (int * 'a -> 'a) -> ('a * 'a -> 'a) -> 'a
  (* The names that later versions of MPL have for the same. *)
  val fork : (unit -> 'a) * (unit -> 'b) -> 'a * 'b
  val parform : int * int -> (int -> unit) -> unit
  val reduce : ('a * 'a -> 'a) -> 'a -> int * int -> (int -> 'a) -> 'a
  (* pareduce that may end early: step (break, i, sum) may raise break result, and what follows i is left out. *)
  val pareduceBreakExn : int * int -> 'a -> (('a -> exn) * int * 'a -> 'a) -> ('a * 'a -> 'a) -> 'a
  (* What MPL makes all of these of: `body`, and then `seq` of its result, unless somebody else has run `spwn` meanwhile;
     then `sync` of both. Who promotes when is decided by the heartbeat: the policy and `unstolen` change nothing. *)
  datatype TokenPolicy = TokenPolicyFair | TokenPolicyKeep | TokenPolicyGive
  val spork : {tokenPolicy : TokenPolicy, body : unit -> 'a, spwn : unit -> 'b, seq : 'a -> 'c, sync : 'a * 'b -> 'c,
               unstolen : ('a -> 'c) option} -> 'c
  (* In sequence, whoever might help. *)
  val seqLoop : int * int -> (int -> unit) -> unit
  val seqReduce : ('a * 'a -> 'a) -> 'a -> int * int -> (int -> 'a) -> 'a
  (* An array that is not initialised: every element has to be written before it is read. *)
  val alloc : int -> 'a array
  (* What has happened so far. A spawn is a call of par that was promoted, and none is so before a beat. Work is the
     processor time of the program, idle the time that threads have waited for work. *)
  val numSpawnsSoFar : unit -> int
  (* Not counted, and 0: a fork has no depth before it is promoted. *)
  val maxForkDepthSoFar : unit -> int
  val numEagerSpawnsSoFar : unit -> int
  val numHeartbeatsSoFar : unit -> int
  val numSkippedHeartbeatsSoFar : unit -> int
  val numStealsSoFar : unit -> int
  val idleTimeSoFar : unit -> Time.time
  val workTimeSoFar : unit -> Time.time
  (* Does nothing: calls and loops look for beats. *)
  val communicate : unit -> unit
end

structure ForkJoin : FORK_JOIN =
struct
  val par = _prim "par" : (unit -> 'a) * (unit -> 'b) -> 'a * 'b
  (* Runs the first function, and says what the second one returns if somebody else has run that in the meantime. If not,
     it is still to be done. *)
  val forkFirst = _prim "fork" : (unit -> 'a) * (unit -> 'b) -> 'a * 'b option
  (* How a range of so many iterations is to run. Above 0: in sequence, and what is not 1 is told to `leave` behind it
     (docs/decisions/0071). 0: in two halves. Below 0: the loop has parallelism in its iterations, and is not to run in
     sequence. The compiler knows that of each loop, and leaves out the ways that it never takes. *)
  val enterLong = _prim "loop_enter_chain" : int64 -> int64
  val leave = _prim "loop_leave" : int64 -> unit
  fun enter n = enterLong (Int64.fromInt n)
  (* Up to so many iterations with parallelism inside run as a chain, one after the other, each with all that follow
     latent: that is cheaper than halves (docs/decisions/0093). No grain: nothing of it runs in sequence for certain. But
     iterations that fork nothing are not charged to the credit, so there should not be many between two polls. *)
  val few = 16
  fun parfor grain (lo, hi) f =
    let
      fun range (lo, hi) =
        let val how = enter (hi - lo)
        in
          if how > 0 then (each (lo, hi); if how > 1 then leave how else ())
          else if how < 0 andalso grain <= 1 andalso hi - lo <= few then chain (lo, hi)
          else if hi - lo > grain then halves (lo, hi)
          else each (lo, hi)
        end
      and halves (lo, hi) =
        let val middle = lo + (hi - lo) div 2
        in ignore (par (fn () => range (lo, middle), fn () => range (middle, hi)))
        end
      and each (i, stop) = if i >= stop then () else (f i; each (i + 1, stop))
      and chain (i, stop) =
        if i + 1 >= stop then f i
        else
          case forkFirst (fn () => f i, fn () => rest (i + 1, stop)) of
            (_, NONE) => chain (i + 1, stop)
          | (_, SOME ()) => ()
      (* Who takes the rest divides it, so that others find half of it. *)
      and rest (lo, hi) = if hi - lo > 1 then halves (lo, hi) else f lo
    in if lo >= hi then () else range (lo, hi)
    end
  fun reducem combine z (lo, hi) f =
    let
      fun range (lo, hi) =
        let val how = enter (hi - lo)
        in
          if how > 0 then
            let val result = each (lo + 1, hi, f lo)
            in if how > 1 then leave how else (); result
            end
          else if how < 0 andalso hi - lo <= few then chain (lo, hi)
          else halves (lo, hi)
        end
      and halves (lo, hi) =
        let val middle = lo + (hi - lo) div 2
        in combine (par (fn () => range (lo, middle), fn () => range (middle, hi)))
        end
      and each (i, stop, sum) = if i >= stop then sum else each (i + 1, stop, combine (sum, f i))
      and chain (lo, hi) =
        if lo + 1 >= hi then f lo
        else
          case forkFirst (fn () => f lo, fn () => rest (lo + 1, hi)) of
            (first, NONE) => links (lo + 1, hi, first)
          | (first, SOME others) => combine (first, others)
      and links (i, stop, sum) =
        if i + 1 >= stop then combine (sum, f i)
        else
          case forkFirst (fn () => f i, fn () => rest (i + 1, stop)) of
            (next, NONE) => links (i + 1, stop, combine (sum, next))
          | (next, SOME others) => combine (combine (sum, next), others)
      and rest (lo, hi) = if hi - lo > 1 then halves (lo, hi) else f lo
    in if lo >= hi then z else range (lo, hi)
    end
  fun pareduce (lo, hi) z step merge =
    let
      fun range (lo, hi, sum) =
        let val how = enter (hi - lo)
        in
          if how > 0 then
            let val result = each (lo, hi, sum)
            in if how > 1 then leave how else (); result
            end
          else if how < 0 andalso hi - lo <= few then chain (lo, hi, sum)
          else halves (lo, hi, sum)
        end
      and halves (lo, hi, sum) =
        let val middle = lo + (hi - lo) div 2
        in merge (par (fn () => range (lo, middle, sum), fn () => range (middle, hi, z)))
        end
      and each (i, stop, sum) = if i >= stop then sum else each (i + 1, stop, step (i, sum))
      and chain (i, stop, sum) =
        if i + 1 >= stop then step (i, sum)
        else
          case forkFirst (fn () => step (i, sum), fn () => rest (i + 1, stop)) of
            (next, NONE) => chain (i + 1, stop, next)
          | (next, SOME others) => merge (next, others)
      and rest (lo, hi) = if hi - lo > 1 then halves (lo, hi, z) else step (lo, z)
    in if lo >= hi then z else range (lo, hi, z)
    end
  val fork = par
  fun parform range f = parfor 1 range f
  val reduce = reducem
  datatype TokenPolicy = TokenPolicyFair | TokenPolicyKeep | TokenPolicyGive
  fun spork {tokenPolicy = _ : TokenPolicy, body, spwn, seq, sync, unstolen = _} =
    case forkFirst (body, spwn) of
      (first, NONE) => seq first
    | (first, SOME second) => sync (first, second)
  fun 'a pareduceBreakExn (lo, hi) (z : 'a) step merge =
    let
      exception Break of 'a
      (* Results, and whether nothing has ended the loop in them. *)
      fun range (lo, hi, sum) =
        if hi - lo = 1 then (step (Break, lo, sum), true) handle Break result => (result, false)
        else
          let val middle = lo + (hi - lo) div 2
          in
            case forkFirst (fn () => range (lo, middle, sum), fn () => range (middle, hi, z)) of
              (first as (_, false), _) => first
            | ((first, true), NONE) => range (middle, hi, first)
            | ((first, true), SOME (second, goesOn)) => (merge (first, second), goesOn)
          end
    in if lo >= hi then z else #1 (range (lo, hi, z))
    end
  fun seqLoop (lo, hi) f = if lo >= hi then () else (f lo; seqLoop (lo + 1, hi) f)
  fun seqReduce combine z (lo, hi) f = if lo >= hi then z else seqReduce combine (combine (z, f lo)) (lo + 1, hi) f
  val alloc = ArrayPrimitives.allocChecked
  val numSpawnsSoFar = Counts.promotions
  fun numEagerSpawnsSoFar () = 0
  fun maxForkDepthSoFar () = 0
  val numHeartbeatsSoFar = Counts.beats
  fun numSkippedHeartbeatsSoFar () = numHeartbeatsSoFar () - Int.min (numSpawnsSoFar (), numHeartbeatsSoFar ())
  val numStealsSoFar = Counts.steals
  val idleTimeSoFar = Counts.idle
  fun workTimeSoFar () = let val {usr, sys} = Timer.checkCPUTimer (Timer.totalCPUTimer ()) in Time.+ (usr, sys) end
  fun communicate () = ()
end

signature CONCURRENCY =
sig
  val numberOfProcessors : int
  (* Each returns what was there before. *)
  val cas : 'a ref -> 'a * 'a -> 'a
  val casArray : 'a array * int -> 'a * 'a -> 'a
  val fetchAndAdd : int ref -> int -> int
  val fetchAndAddArray : int array * int -> int -> int
end

structure Concurrency : CONCURRENCY =
struct
  val processors = _prim "processors" : unit -> int
  val numberOfProcessors = processors ()
  val casReference = _prim "ref_compare_and_swap" : 'a ref * 'a * 'a -> 'a
  val casElement = _prim "array_unsafe_compare_and_swap" : 'a array * int * 'a * 'a -> 'a
  val addReference = _prim "ref_fetch_and_add" : int ref * int -> int
  val addElement = _prim "array_unsafe_fetch_and_add" : int array * int * int -> int
  fun check (a, i) = if i < 0 orelse i >= Array.length a then raise Subscript else ()
  fun cas r (old, new) = casReference (r, old, new)
  fun casArray (a, i) (old, new) = (check (a, i); casElement (a, i, old, new))
  fun fetchAndAdd r n = addReference (r, n)
  fun fetchAndAddArray (a, i) n = (check (a, i); addElement (a, i, n))
end
