(* MLton.Signal and MLton.Itimer. Handlers run on the thread that runs the program, at its next allocation, turn of a loop
   that does not count, or sleep. *)

signature MLTON_SIGNAL =
sig
  type t
  type signal = t
  structure Handler :
  sig
    type t
    val default : t
    (* Gets the thread that is interrupted, and gives the one that goes on. *)
    val handler : (Threads.Runnable.t -> Threads.Runnable.t) -> t
    val ignore : t
    val isDefault : t -> bool
    val isIgnore : t -> bool
    val simple : (unit -> unit) -> t
  end
  structure Mask :
  sig
    type t
    val all : t
    val allBut : signal list -> t
    val block : t -> unit
    val getBlocked : unit -> t
    val isMember : t * signal -> bool
    val none : t
    val setBlocked : t -> unit
    val some : signal list -> t
    val unblock : t -> unit
  end
  val getHandler : t -> Handler.t
  (* Those that have come and wait for their handlers' turn are not among them. *)
  val handled : unit -> Mask.t
  val prof : t
  val restart : bool ref
  val setHandler : t * Handler.t -> unit
  (* Waits until a handler has run that the mask does not block. *)
  val suspend : Mask.t -> unit
  val vtalrm : t
end

signature MLTON_ITIMER =
sig
  datatype t = Prof | Real | Virtual
  val set : t * {interval : Time.time, value : Time.time} -> unit
  val signal : t -> Posix.Signal.signal
end

structure Signals =
struct
  type t = Posix.Signal.signal
  type signal = t
  fun number s = Word64.toInt (Posix.Signal.toWord s)
  structure Handler =
  struct
    datatype t = Default | Ignore | Action of unit -> unit
    val default = Default and ignore = Ignore
    fun isDefault Default = true | isDefault _ = false
    fun isIgnore Ignore = true | isIgnore _ = false
    fun simple f = Action (fn () => (f (); Interrupts.atomicEnd ()))
    fun handler f = Action (fn () => Threads.atomicSwitch (fn t => f (Threads.prepare (t, ()))))
  end
  (* Of signals that are handled. What the system does with others by default, it does at once. *)
  structure Mask =
  struct
    type t = Word64.word
    val none = 0w0 and all = Word64.notb 0w0
    fun bit s = Word64.<< (0w1, Word.fromInt (number s))
    val some = List.foldl (fn (s, mask) => Word64.orb (mask, bit s)) none
    fun allBut l = Word64.notb (some l)
    fun isMember (mask, s) = Word64.andb (mask, bit s) <> 0w0
    fun getBlocked () = !Interrupts.blocked
    fun setBlocked mask = (Interrupts.blocked := Word64.andb (mask, Word64.notb 0w1); Interrupts.look ())
    fun block mask = setBlocked (Word64.orb (getBlocked (), mask))
    fun unblock mask = setBlocked (Word64.andb (getBlocked (), Word64.notb mask))
  end
  val handlers : (signal * Handler.t) list ref = ref []
  fun getHandler s =
    case List.find (fn (known, _) => known = s) (!handlers) of NONE => Handler.Default | SOME (_, h) => h
  fun isHandled (_, Handler.Action _) = true | isHandled _ = false
  fun handled () = Mask.some (List.map (fn (s, _) => s) (List.filter isHandled (!handlers)))
  val prof = Posix.Signal.prof and vtalrm = Posix.Signal.vtalrm
  val restart = ref true
  fun setHandler (s, h) =
    (Interrupts.install
       (number s, case h of Handler.Default => 0 | Handler.Ignore => 1 | Handler.Action _ => 2,
        case h of Handler.Action f => f | _ => Interrupts.atomicEnd);
     handlers := (s, h) :: List.filter (fn (known, _) => known <> s) (!handlers))
  fun suspend mask =
    let val before_ = Mask.getBlocked ()
    in Interrupts.wait mask; Mask.setBlocked mask; Mask.setBlocked before_
    end
end

structure IntervalTimers =
struct
  datatype t = Prof | Real | Virtual
  fun signal Prof = Posix.Signal.prof | signal Real = Posix.Signal.alrm | signal Virtual = Posix.Signal.vtalrm
  fun set (which, {interval, value}) =
    let
      val million = 1000000
      val again = Time.toMicroseconds interval
      val timer = case which of Real => 0 | Virtual => 1 | Prof => 2
    in
      ignore
        (PosixCalls.call
           ("itimer", [timer, Int.fromLarge (LargeInt.quot (again, million)), Int.fromLarge (LargeInt.rem (again, million))], "",
            Int64.fromLarge (Time.toMicroseconds value)))
    end
end
