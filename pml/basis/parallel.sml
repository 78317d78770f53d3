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
  (* An array that is not initialised: every element has to be written before it is read. *)
  val alloc : int -> 'a array
end

structure ForkJoin : FORK_JOIN =
struct
  val par = _prim "par" : (unit -> 'a) * (unit -> 'b) -> 'a * 'b
  (* How a range of so many iterations is to run: 0 in two halves; else in sequence, and what is not 1 is told to `leave`
     behind it (docs/decisions/0071). *)
  val enter = _prim "loop_enter" : int -> int
  val leave = _prim "loop_leave" : int -> unit
  fun parfor grain (lo, hi) f =
    let
      fun range (lo, hi) =
        let val how = enter (hi - lo)
        in
          if how = 0 andalso hi - lo > grain then
            let val middle = lo + (hi - lo) div 2
            in ignore (par (fn () => range (lo, middle), fn () => range (middle, hi)))
            end
          else (each (lo, hi); if how > 1 then leave how else ())
        end
      and each (i, stop) = if i >= stop then () else (f i; each (i + 1, stop))
    in if lo >= hi then () else range (lo, hi)
    end
  fun reducem combine z (lo, hi) f =
    let
      fun range (lo, hi) =
        let val how = enter (hi - lo)
        in
          if how = 0 then
            let val middle = lo + (hi - lo) div 2
            in combine (par (fn () => range (lo, middle), fn () => range (middle, hi)))
            end
          else
            let val result = each (lo + 1, hi, f lo)
            in if how > 1 then leave how else (); result
            end
        end
      and each (i, stop, sum) = if i >= stop then sum else each (i + 1, stop, combine (sum, f i))
    in if lo >= hi then z else range (lo, hi)
    end
  val alloc = ArrayPrimitives.allocChecked
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

signature MLTON =
sig
  (* Whether two values are the same object; false may be said of equal values, true never of different ones. *)
  val eq : 'a * 'a -> bool
end

structure MLton : MLTON =
struct
  val eq = _prim "same_object" : 'a * 'a -> bool
end
