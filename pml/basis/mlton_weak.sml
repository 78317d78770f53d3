(* MLton.Weak and MLton.Finalizable. *)

signature MLTON_WEAK =
sig
  type 'a t
  (* NONE when a collection has found nothing else that leads to the object. *)
  val get : 'a t -> 'a option
  (* Of a number, which is no object, there is nothing to get. A tuple is kept: it has no identity that could be lost. *)
  val new : 'a -> 'a t
end

signature MLTON_FINALIZABLE =
sig
  type 'a t
  (* To be called with the value when nobody has the finalizable any more, and a collection has seen that; at the latest
     when the program ends. They are called one after the other, and interrupt the program as signals do. *)
  val addFinalizer : 'a t * ('a -> unit) -> unit
  (* The second one's finalizers come behind those of the first. *)
  val finalizeBefore : 'a t * 'b t -> unit
  val new : 'a -> 'a t
  val touch : 'a t -> unit
  (* The value is not finalized while the function runs. *)
  val withValue : 'a t * ('a -> 'b) -> 'b
end

structure Weak =
struct
  type cell = char array
  datatype 'a t = Cell of cell | Kept of 'a | Nothing
  val isObject = _prim "is_object" : 'a -> bool
  val isTuple = _prim "is_tuple" : 'a -> bool
  val make = _prim "weak_new" : 'a -> cell
  val found = _prim "weak_get" : cell -> 'a * int
  fun new x = if isTuple x then Kept x else if isObject x then Cell (make x) else Nothing
  fun get (Cell c) = (case found c of (_, 0) => NONE | (x, _) => SOME x)
    | get (Kept x) = SOME x
    | get Nothing = NONE
end

structure Finalizables =
struct
  val touchObject = _prim "touch" : 'a -> unit
  (* Nobody but finalizables, and who uses one, has the reference: it is what is in use, or is not. *)
  datatype 'a t = Finalizable of {value : 'a ref, finalizers : ('a -> unit) list ref, others : (unit -> unit) list ref}
  type watched = {isThere : unit -> bool, finalize : unit -> unit}
  val all : watched list ref = ref []
  val isInstalled = ref false
  (* Whether there was something to do. Nothing interrupts it. *)
  fun clean () =
    let
      val (alive, dead) = List.partition (fn {isThere, ...} : watched => isThere ()) (!all)
    in all := alive; List.app (fn {finalize, ...} : watched => finalize ()) dead; Bool.not (List.null dead)
    end
  (* What is finalized makes garbage, but is to come to an end. *)
  fun afterCollection () =
    (ignore (Interrupts.watch (0, 0)); ignore (clean ()); ignore (Interrupts.watch (0, 2)); Interrupts.atomicEnd ())
  val collect = _prim "collect_garbage" : unit -> unit
  (* What globals still hold comes last, the newest first: nobody asks for it any more. *)
  fun finishAll () =
    case !all of [] => () | {finalize, ...} :: rest => (all := rest; finalize (); finishAll ())
  fun atEnd () = (collect (); if Threads.atomically clean then atEnd () else Threads.atomically finishAll)
  fun install () =
    if !isInstalled then ()
    else (isInstalled := true; OSProcess.atExit atEnd; Interrupts.install (0, 2, afterCollection))
  fun touch (Finalizable {value, ...}) = touchObject value
  fun new x =
    let
      val value = ref x and finalizers = ref [] and others = ref []
      val weak = Weak.new value
      fun finalize () = (List.app (fn f => f x) (!finalizers); List.app (fn f => f ()) (!others))
      val watched = {isThere = fn () => Option.isSome (Weak.get weak), finalize = finalize}
    in
      install ();
      Interrupts.atomicBegin (); all := watched :: !all; Interrupts.atomicEnd ();
      Finalizable {value = value, finalizers = finalizers, others = others}
    end
  fun addFinalizer (Finalizable {finalizers, ...}, f) = finalizers := f :: !finalizers
  fun finalizeBefore (Finalizable {others, ...}, other) = others := (fn () => touch other) :: !others
  fun withValue (f as Finalizable {value, ...}, g) =
    let val result = g (!value) handle e => (touch f; raise e) in touch f; result end
end
