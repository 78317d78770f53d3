(* DATE. A date is its parts in the calendar; days are counted from 1970-01-01, by eras of 400 years. *)

signature DATE =
sig
  datatype weekday = Mon | Tue | Wed | Thu | Fri | Sat | Sun
  datatype month = Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec
  type date
  exception Date
  val date :
    {year : int, month : month, day : int, hour : int, minute : int, second : int, offset : Time.time option} -> date
  val year : date -> int
  val month : date -> month
  val day : date -> int
  val hour : date -> int
  val minute : date -> int
  val second : date -> int
  val weekDay : date -> weekday
  val yearDay : date -> int
  val offset : date -> Time.time option
  val isDst : date -> bool option
  val localOffset : unit -> Time.time
  val fromTimeLocal : Time.time -> date
  val fromTimeUniv : Time.time -> date
  val toTime : date -> Time.time
  val compare : date * date -> order
  val fmt : string -> date -> string
  val toString : date -> string
  val scan : (char, 'a) StringCvt.reader -> (date, 'a) StringCvt.reader
  val fromString : string -> date option
end

structure Date :> DATE =
struct
  datatype weekday = Mon | Tue | Wed | Thu | Fri | Sat | Sun
  datatype month = Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec
  (* `seconds` counts from 1970 as if the date were one of UTC; `offset` is how far west it is, or local time. *)
  type date = {seconds : LargeInt.int, offset : Time.time option}
  exception Date

  val months = [Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec]
  val monthNames = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                    "November", "December"]
  val dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  val weekdays = [Sun, Mon, Tue, Wed, Thu, Fri, Sat]
  fun place (x, list) =
    let fun go (i, y :: rest) = if x = y then i else go (i + 1, rest)
          | go (i, []) = i
    in go (0, list)
    end
  val daySeconds = 86400 : LargeInt.int

  (* Years begin in March here, so that the day that is added comes last. *)
  fun daysBefore (year, month, day) : LargeInt.int =
    let
      val shifted = if Int.<= (month, 2) then year - 1 else year
      val era = shifted div 400
      val ofEra = shifted mod 400
      val fromMarch = (month + 9) mod 12
      val ofYear = (153 * fromMarch + 2) div 5 + day - 1
      val days = ofEra * 365 + ofEra div 4 - ofEra div 100 + ofYear
    in
      Int.toLarge era * 146097 + Int.toLarge days - 719468
    end
  fun civil (days : LargeInt.int) =
    let
      val shifted = days + 719468
      val era = LargeInt.toInt (shifted div 146097)
      val ofEra = LargeInt.toInt (shifted mod 146097)
      val year = (ofEra - ofEra div 1460 + ofEra div 36524 - ofEra div 146096) div 365
      val ofYear = ofEra - (365 * year + year div 4 - year div 100)
      val fromMarch = (5 * ofYear + 2) div 153
      val month = if fromMarch < 10 then fromMarch + 3 else fromMarch - 9
      val shift = if Int.<= (month, 2) then 1 else 0
    in
      (era * 400 + year + shift, month, ofYear - (153 * fromMarch + 2) div 5 + 1)
    end

  fun seconds ({seconds, ...} : date) = seconds
  fun offset ({offset, ...} : date) = offset
  fun calendar d = civil (seconds d div daySeconds)
  fun ofDay d = LargeInt.toInt (seconds d mod daySeconds)
  fun year d = #1 (calendar d)
  fun month d = List.nth (months, #2 (calendar d) - 1)
  fun day d = #3 (calendar d)
  fun hour d = ofDay d div 3600
  fun minute d = ofDay d div 60 mod 60
  fun second d = ofDay d mod 60
  (* 1970 began on a Thursday. *)
  fun dayOfWeek d = LargeInt.toInt ((seconds d div daySeconds + 4) mod 7)
  fun weekDay d = List.nth (weekdays, dayOfWeek d)
  fun yearDay d = LargeInt.toInt (seconds d div daySeconds - daysBefore (year d, 1, 1))

  fun date {year, month, day, hour, minute, second, offset} =
    let
      val large = Int.toLarge
      val days = daysBefore (year, place (month, months) + 1, 1) + large day - 1
      (* Whole days of an offset are hours of the date. *)
      val (offset, whole) =
        case offset of
          NONE => (NONE, 0)
        | SOME t =>
            let val whole = LargeInt.quot (Time.toSeconds t, daySeconds) * daySeconds
            in (SOME (Time.- (t, Time.fromSeconds whole)), whole)
            end
    in
      {seconds = days * daySeconds + large hour * 3600 + large minute * 60 + large second + whole, offset = offset}
      handle Overflow => raise Date
    end

  fun atTime (which, at) =
    Int64.toLarge (OSCalls.call (which, "", "", Int64.fromLarge at)) handle Overflow => raise Date
  fun eastOfUtc at = atTime (13, at)
  fun localOffset () =
    let
      val east = eastOfUtc (Time.toSeconds (Time.now ()))
    in
      Time.fromSeconds (LargeInt.~ east)
    end
  fun floorSeconds t = Time.toNanoseconds t div 1000000000
  fun fromTimeUniv t = {seconds = floorSeconds t, offset = SOME Time.zeroTime}
  fun fromTimeLocal t = {seconds = floorSeconds t + eastOfUtc (floorSeconds t), offset = NONE}
  (* Local time is ahead by what holds at about that time. *)
  fun universal d =
    case offset d of
      SOME west => seconds d + Time.toSeconds west
    | NONE => seconds d - eastOfUtc (seconds d - eastOfUtc (seconds d))
  fun toTime d = Time.fromSeconds (universal d)
  fun isDst d =
    case offset d of
      NONE => SOME (atTime (14, universal d) = 1)
    | SOME _ => SOME false
  (* By what they say, whatever their offsets are. *)
  fun compare (a, b) = LargeInt.compare (seconds a, seconds b)

  fun padded (width, n) = StringCvt.padLeft #"0" width (Int.toString n)
  fun two n = padded (2, n)
  fun prefix (n, s) = String.substring (s, 0, n)
  fun toString d =
    String.concat
      [prefix (3, List.nth (dayNames, dayOfWeek d)), " ", prefix (3, List.nth (monthNames, #2 (calendar d) - 1)), " ",
       two (day d), " ", two (hour d), ":", two (minute d), ":", two (second d), " ", padded (4, year d)]
  (* Weeks begin on the day given, 0 for Sunday; days before the first one are in week 0. *)
  fun week (d, first) = (yearDay d + 7 - (dayOfWeek d - first) mod 7) div 7
  fun zone d =
    case offset d of
      SOME west => if west = Time.zeroTime then "UTC" else ""
    | NONE => ""
  fun field (c, d) =
    case c of
      #"a" => prefix (3, List.nth (dayNames, dayOfWeek d))
    | #"A" => List.nth (dayNames, dayOfWeek d)
    | #"b" => prefix (3, List.nth (monthNames, #2 (calendar d) - 1))
    | #"B" => List.nth (monthNames, #2 (calendar d) - 1)
    | #"c" =>
        String.concat
          [field (#"a", d), " ", field (#"b", d), " ", StringCvt.padLeft #" " 2 (Int.toString (day d)), " ",
           field (#"X", d), " ", Int.toString (year d)]
    | #"d" => two (day d)
    | #"H" => two (hour d)
    | #"I" => two ((hour d + 11) mod 12 + 1)
    | #"j" => padded (3, yearDay d + 1)
    | #"m" => two (#2 (calendar d))
    | #"M" => two (minute d)
    | #"p" => if hour d < 12 then "AM" else "PM"
    | #"S" => two (second d)
    | #"U" => two (week (d, 0))
    | #"w" => Int.toString (dayOfWeek d)
    | #"W" => two (week (d, 1))
    | #"x" => String.concat [two (#2 (calendar d)), "/", two (day d), "/", field (#"y", d)]
    | #"X" => String.concat [two (hour d), ":", two (minute d), ":", two (second d)]
    | #"y" => two (year d mod 100)
    | #"Y" => Int.toString (year d)
    | #"Z" => zone d
    | #"%" => "%"
    | _ => String.str c
  fun fmt format d =
    let
      fun go (#"%" :: c :: rest) = field (c, d) :: go rest
        | go (c :: rest) = String.str c :: go rest
        | go [] = []
    in
      String.concat (go (String.explode format))
    end

  (* What toString writes: Wed Mar 08 19:06:45 1995. The day of the week is read and not believed. *)
  fun scan next source =
    let
      fun token (n, rest) =
        if n = 0 then SOME ([], rest)
        else
          case next rest of
            NONE => NONE
          | SOME (c, rest') => Option.map (fn (more, rest'') => (c :: more, rest'')) (token (n - 1, rest'))
      fun text (n, rest, use) =
        case token (n, rest) of
          NONE => NONE
        | SOME (found, rest') => use (String.implode found, rest')
      fun expect (c, rest, use) =
        text (1, rest, fn (found, rest') => if found = String.str c then use rest' else NONE)
      fun number (n, rest, use) =
        text (n, rest, fn (found, rest') =>
          if List.all Char.isDigit (String.explode found) then use (Option.valOf (Int.fromString found), rest')
          else NONE)
      fun named (names, rest, use) =
        text (3, rest, fn (found, rest') =>
          let val n = place (found, List.map (fn s => prefix (3, s)) names)
          in if n < List.length names then use (n, rest') else NONE
          end)
    in
      named (dayNames, StringCvt.skipWS next source, fn (_, rest) => expect (#" ", rest, fn rest =>
      named (monthNames, rest, fn (month, rest) => expect (#" ", rest, fn rest =>
      number (2, rest, fn (day, rest) => expect (#" ", rest, fn rest =>
      number (2, rest, fn (hour, rest) => expect (#":", rest, fn rest =>
      number (2, rest, fn (minute, rest) => expect (#":", rest, fn rest =>
      number (2, rest, fn (second, rest) => expect (#" ", rest, fn rest =>
      number (4, rest, fn (year, rest) =>
        SOME (date {year = year, month = List.nth (months, month), day = day, hour = hour, minute = minute,
                    second = second, offset = NONE}, rest))))))))))))))
    end
  fun fromString s = StringCvt.scanString scan s
end
