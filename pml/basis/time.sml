(* TIME and TIMER. A time is a number of nanoseconds. *)

signature TIME =
sig
  eqtype time
  exception Time
  val zeroTime : time
  val fromReal : LargeReal.real -> time
  val toReal : time -> LargeReal.real
  val toSeconds : time -> LargeInt.int
  val toMilliseconds : time -> LargeInt.int
  val toMicroseconds : time -> LargeInt.int
  val toNanoseconds : time -> LargeInt.int
  val fromSeconds : LargeInt.int -> time
  val fromMilliseconds : LargeInt.int -> time
  val fromMicroseconds : LargeInt.int -> time
  val fromNanoseconds : LargeInt.int -> time
  val + : time * time -> time
  val - : time * time -> time
  val compare : time * time -> order
  val < : time * time -> bool
  val <= : time * time -> bool
  val > : time * time -> bool
  val >= : time * time -> bool
  val now : unit -> time
  val fmt : int -> time -> string
  val toString : time -> string
end

structure Time :> TIME =
struct
  type time = LargeInt.int
  exception Time
  val clock = _prim "time_now_ns" : unit -> int64
  val giga : time = 1000000000
  val zeroTime : time = 0
  fun now () = Int64.toLarge (clock ())
  fun fromReal r =
    Real64.toLargeInt IEEEReal.TO_NEAREST (r * 1E9) handle Overflow => raise Time | Domain => raise Time
  fun toReal t = Real64.fromLargeInt t / 1E9
  fun toNanoseconds (t : time) = t
  fun toMicroseconds t = LargeInt.quot (t, 1000)
  fun toMilliseconds t = LargeInt.quot (t, 1000000)
  fun toSeconds t = LargeInt.quot (t, giga)
  fun fromNanoseconds (t : time) = t
  fun fromMicroseconds (t : time) = t * 1000
  fun fromMilliseconds (t : time) = t * 1000000
  fun fromSeconds t = t * giga
  val op + = LargeInt.+ and op - = LargeInt.-
  val compare = LargeInt.compare
  val op < = LargeInt.< and op <= = LargeInt.<= and op > = LargeInt.> and op >= = LargeInt.>=
  fun fmt digits t = Real64.fmt (StringCvt.FIX (SOME (Int.max (digits, 0)))) (toReal t)
  val toString = fmt 3
end

signature TIMER =
sig
  type cpu_timer
  type real_timer
  val startCPUTimer : unit -> cpu_timer
  val checkCPUTimer : cpu_timer -> {usr : Time.time, sys : Time.time}
  val totalCPUTimer : unit -> cpu_timer
  val startRealTimer : unit -> real_timer
  val checkRealTimer : real_timer -> Time.time
  val totalRealTimer : unit -> real_timer
end

structure Timer :> TIMER =
struct
  type cpu_timer = {usr : Time.time, sys : Time.time}
  type real_timer = Time.time
  val userTime = _prim "time_user_ns" : unit -> int64
  val systemTime = _prim "time_system_ns" : unit -> int64
  fun timeOf n = Time.fromNanoseconds (Int64.toLarge n)
  fun startCPUTimer () = {usr = timeOf (userTime ()), sys = timeOf (systemTime ())}
  fun checkCPUTimer ({usr, sys} : cpu_timer) =
    let val now = startCPUTimer ()
    in {usr = Time.- (#usr now, usr), sys = Time.- (#sys now, sys)}
    end
  fun totalCPUTimer () = {usr = Time.zeroTime, sys = Time.zeroTime}
  fun startRealTimer () = Time.now ()
  fun checkRealTimer t = Time.- (Time.now (), t)
  val start = Time.now ()
  fun totalRealTimer () = start
end
