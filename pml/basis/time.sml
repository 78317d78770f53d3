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
  val scan : (char, 'a) StringCvt.reader -> (time, 'a) StringCvt.reader
  val fromString : string -> time option
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
  (* Rounded to so many digits behind the point; there are nine. *)
  fun fmt digits (t : time) =
    let
      val () = if Int.< (digits, 0) then raise Size else ()
      val shown = Int.min (digits, 9)
      val unit = LargeInt.pow (10, Int.- (9, shown))
      val rounded = (LargeInt.abs t + LargeInt.div (unit, 2)) div unit
      val perSecond = LargeInt.pow (10, shown)
      val fraction = StringCvt.padLeft #"0" shown (LargeInt.toString (rounded mod perSecond))
      val zeros = StringCvt.padRight #"0" (Int.- (digits, shown)) ""
    in
      String.concat
        [if t < zeroTime then "~" else "", LargeInt.toString (rounded div perSecond),
         if Int.> (digits, 0) then "." else "", if Int.> (shown, 0) then fraction else "", zeros]
    end
  val toString = fmt 3
  (* [+~-]? (digits [. digits]? | . digits). What is behind nine digits is dropped. *)
  fun scan next source =
    let
      fun digits (out, rest) =
        case next rest of
          SOME (c, rest') => if Char.isDigit c then digits (c :: out, rest') else (List.rev out, rest)
        | NONE => (List.rev out, rest)
      fun valueOf digits = Option.getOpt (LargeInt.fromString (String.implode digits), 0)
      val start = StringCvt.skipWS next source
      val (isNegative, start) =
        case next start of
          SOME (#"~", rest) => (true, rest)
        | SOME (#"-", rest) => (true, rest)
        | SOME (#"+", rest) => (false, rest)
        | _ => (false, start)
      val (whole, afterWhole) = digits ([], start)
      val (fraction, rest) =
        case next afterWhole of
          SOME (#".", rest) =>
            (case digits ([], rest) of
               ([], _) => ([], afterWhole)
             | found => found)
        | _ => ([], afterWhole)
      val nine = String.substring (StringCvt.padRight #"0" 9 (String.implode fraction), 0, 9)
      val t = valueOf whole * giga + valueOf (String.explode nine)
    in
      case (whole, fraction) of
        ([], []) => NONE
      | _ => SOME (if isNegative then LargeInt.~ t else t, rest)
    end
  fun fromString s = StringCvt.scanString scan s
end

signature TIMER =
sig
  type cpu_timer
  type real_timer
  val startCPUTimer : unit -> cpu_timer
  val checkCPUTimer : cpu_timer -> {usr : Time.time, sys : Time.time}
  val checkCPUTimes :
    cpu_timer -> {nongc : {usr : Time.time, sys : Time.time}, gc : {usr : Time.time, sys : Time.time}}
  val checkGCTime : cpu_timer -> Time.time
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
  (* What collections take is not told apart. *)
  fun checkCPUTimes t = {nongc = checkCPUTimer t, gc = {usr = Time.zeroTime, sys = Time.zeroTime}}
  fun checkGCTime _ = Time.zeroTime
  fun totalCPUTimer () = {usr = Time.zeroTime, sys = Time.zeroTime}
  fun startRealTimer () = Time.now ()
  fun checkRealTimer t = Time.- (Time.now (), t)
  val start = Time.now ()
  fun totalRealTimer () = start
end
