(* Dates from text, comparisons, what is out of range, and the way to times and back. *)
fun say s = print ("> " ^ s ^ "\n")
fun show NONE = "NONE" | show (SOME d) = Date.toString d
val _ = app (fn s => say (show (Date.fromString s)))
  ["Wed Mar 08 19:06:45 1995", "  Wed Mar 08 19:06:45 1995 and more", "Wed Mar 8 19:06:45 1995", "Wed Mar 32 19:06:45 1995",
   "Xxx Mar 08 19:06:45 1995", "Wed Mar 08 1995", "", "Thu Feb 29 00:00:00 1996", "Sun Dec 31 23:59:59 1899"]
fun scanned s =
  case Date.scan Substring.getc (Substring.full s) of
    NONE => "NONE"
  | SOME (d, rest) => Date.fmt "%Y-%m-%d" d ^ "[" ^ Substring.string rest ^ "]"
val _ = app (say o scanned) ["Wed Mar 08 19:06:45 1995 rest", "no date"]
fun date (y, m, d, h) = Date.date {year = y, month = m, day = d, hour = h, minute = 30, second = 5, offset = SOME Time.zeroTime}
fun order LESS = "less" | order EQUAL = "equal" | order GREATER = "greater"
val _ = say (order (Date.compare (date (1999, Date.Dec, 31, 23), date (2000, Date.Jan, 1, 0))))
val _ = say (order (Date.compare (date (2000, Date.Jan, 1, 1), date (2000, Date.Jan, 1, 0))))
val _ = say (order (Date.compare (date (2000, Date.Feb, 30, 0), date (2000, Date.Mar, 1, 0))))
val _ = app (fn d => say (Date.fmt "%Y %m %d %H %M %S %j %y %%" d))
  [date (2001, Date.Feb, 29, 0), date (2000, Date.Dec, 32, 25), date (2000, Date.Mar, 0, 0), date (1970, Date.Jan, 1, ~1)]
val _ = app (fn d => say (LargeInt.toString (Time.toSeconds (Date.toTime d))))
  [date (1970, Date.Jan, 1, 0), date (2000, Date.Mar, 1, 12), date (1969, Date.Dec, 31, 23)]
val _ = say (Date.fmt "%A %B %d %a %b %p %I" (Date.fromTimeUniv (Time.fromSeconds 86400)))
val _ = say (Int.toString (Date.yearDay (date (2000, Date.Dec, 31, 0))) ^ " " ^
             (case Date.weekDay (date (2000, Date.Jan, 1, 0)) of Date.Sat => "Sat" | _ => "another"))
val d = Date.fromTimeUniv (Time.fromReal 1E9)
val _ = say (Int.toString (Date.year d) ^ (case Date.month d of Date.Sep => " Sep " | _ => " another ") ^ Int.toString (Date.day d)
             ^ " " ^ Int.toString (Date.hour d) ^ ":" ^ Int.toString (Date.minute d) ^ ":" ^ Int.toString (Date.second d))
