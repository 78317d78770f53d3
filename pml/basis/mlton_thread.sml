(* MLton.Thread, MLton.Cont, and what interrupts a program: signals and collections.

   A thread that waits is a handle of the runtime's coroutines, and a function that tells it what its switch returns. Each is
   used once. Of all threads one runs; tasks are not concerned. *)

signature MLTON_THREAD =
sig
  structure AtomicState : sig datatype t = NonAtomic | Atomic of int end
  (* Nothing interrupts the program in between. They nest. *)
  val atomicBegin : unit -> unit
  val atomicEnd : unit -> unit
  val atomically : (unit -> 'a) -> 'a
  val atomicState : unit -> AtomicState.t
  structure Runnable : sig type t end
  type 'a t
  (* As switch, where atomicBegin has been called before. *)
  val atomicSwitch : ('a t -> Runnable.t) -> 'a
  (* The function never returns: it switches to another thread at its end. *)
  val new : ('a -> unit) -> 'a t
  val prepare : 'a t * 'a -> Runnable.t
  val prepend : 'a t * ('b -> 'a) -> 'b t
  (* Waits as the thread that the function gets, and goes on with the one that it gives. It runs atomically. *)
  val switch : ('a t -> Runnable.t) -> 'a
end

signature MLTON_CONT =
sig
  type 'a t
  (* A continuation may be entered several times. While a task of the thread that it belongs to is promoted, nobody enters
     it a second time: that raises Fail. *)
  val callcc : ('a t -> 'a) -> 'a
  val isolate : ('a -> unit) -> 'a t
  val prepend : 'a t * ('b -> 'a) -> 'b t
  val throw : 'a t * 'a -> 'b
  val throw' : 'a t * (unit -> 'a) -> 'b
end

structure Coroutines =
struct
  type waiter = char array
  val waiter = _prim "coroutine_handle" : unit -> waiter
  val save = _prim "coroutine_save" : waiter -> waiter
  val resume = _prim "coroutine_resume" : waiter -> bool
  val start = _prim "coroutine_start" : unit -> bool
  val onCoroutine = _prim "on_coroutine" : (unit -> unit) -> unit
end

structure Interrupts =
struct
  val watch = _prim "signal_watch" : int * int -> int
  val next = _prim "signal_next" : Word64.word -> int
  val wait = _prim "signal_wait" : Word64.word -> unit
  val onInterrupt = _prim "on_interrupt" : (unit -> unit) -> unit
  (* Of the thread that runs; one that waits goes on with 1. *)
  val depth = ref 0
  val isMissed = ref false
  (* Bits of signals. *)
  val blocked = ref (0w0 : Word64.word)
  (* By the number of the signal, 0 for collections. An action begins with a depth of 1, and ends with 0. *)
  val actions : (int * (unit -> unit)) list ref = ref []
  fun atomicBegin () = depth := !depth + 1
  fun look () = if !depth > 0 then isMissed := true else (isMissed := false; serve ())
  and serve () =
    case next (!blocked) of
      n =>
        if n < 0 then ()
        else
          case List.find (fn (known, _) => known = n) (!actions) of
            NONE => serve ()
          | SOME (_, action) => (atomicBegin (); action (); serve ())
  fun atomicEnd () = (depth := !depth - 1; if !depth = 0 andalso !isMissed then look () else ())
  fun install (n, how, action) =
    (onInterrupt look;
     actions := (n, action) :: List.filter (fn (known, _) => known <> n) (!actions);
     case watch (n, how) of 0 => look () | problem => raise OSCalls.error problem)
end

structure Threads =
struct
  open Coroutines
  structure AtomicState = struct datatype t = NonAtomic | Atomic of int end
  val atomicBegin = Interrupts.atomicBegin and atomicEnd = Interrupts.atomicEnd
  fun atomically f =
    let val result = (atomicBegin (); f ()) handle e => (atomicEnd (); raise e) in atomicEnd (); result end
  fun atomicState () = case !Interrupts.depth of 0 => AtomicState.NonAtomic | n => AtomicState.Atomic n
  datatype place = Waiting of waiter | Fresh of unit -> unit
  structure Runnable = struct type t = place option ref end
  type 'a t = ((unit -> 'a) -> place) option ref
  fun take from =
    case !from of
      SOME taken => (from := NONE; taken)
    | NONE => raise Fail "this thread has been switched to before, or prepared"
  val starting : (unit -> unit) option ref = ref NONE
  fun body () =
    case !starting of
      NONE => ()
    | SOME f => (starting := NONE; atomicEnd (); f (); raise Fail "a thread's function has returned; it has to switch to another")
  fun enter (Fresh f, _) =
        (onCoroutine body; starting := SOME f; if start () then () else raise Fail "the system has no thread more")
    | enter (Waiting other, own) =
        if other = own orelse resume other then () else raise Fail "this thread does not wait"
  fun atomicSwitch f =
    let
      val result = ref NONE
      val own = waiter ()
      val () =
        enter (take (f (ref (SOME (fn give => (result := SOME give; Waiting own))))), own)
        handle e => (atomicEnd (); raise e)
    in atomicEnd (); Option.valOf (!result) ()
    end
  fun switch f = (atomicBegin (); atomicSwitch f)
  fun new f = ref (SOME (fn give => Fresh (fn () => f (give ()))))
  fun prepend (t, f) = let val place = take t in ref (SOME (fn give => place (fn () => f (give ())))) end
  fun given (t, give) = ref (SOME (take t give))
  fun prepare (t, x) = given (t, fn () => x)
end

structure Continuations =
struct
  open Threads
  (* Goes on there, and has the function called there. The caller is atomic, and returns if that is not possible. *)
  type 'a t = (unit -> 'a) -> unit
  fun throw' (k, give) = (atomicBegin (); k give; atomicEnd (); raise Fail "this continuation cannot be entered now")
  fun throw (k, x) = throw' (k, fn () => x)
  fun prepend (k, f) give = k (fn () => f (give ()))
  fun leaving f = Fresh (fn () => (f (); raise Fail "the function of a continuation has returned; it has to throw to another"))
  fun isolate f give = enter (leaving (fn () => f (give ())), waiter ())
  (* The caller waits, and its frames are saved, while the function runs as another thread. *)
  fun callcc f =
    let
      val result = ref NONE
      val own = waiter ()
      fun body () =
        let
          val saved = save own
          fun k give = (result := SOME give; ignore (resume saved))
        in throw' (k, let val x = f k in fn () => x end handle e => fn () => raise e)
        end
      val () = (atomicBegin (); enter (leaving body, own) handle e => (atomicEnd (); raise e))
    in atomicEnd (); Option.valOf (!result) ()
    end
end
