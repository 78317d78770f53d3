(* Date: the calendar, normalised. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun make (y, m, d, h, mi, s) = Date.date {year = y, month = m, day = d, hour = h, minute = mi, second = s, offset = SOME Time.zeroTime}
val some = [make (2024, Date.Feb, 29, 0, 0, 0), make (2023, Date.Feb, 29, 0, 0, 0), make (1999, Date.Dec, 31, 23, 59, 60), make (2000, Date.Mar, 0, 0, 0, 0), make (1900, Date.Feb, 29, 12, 0, 0), make (1970, Date.Jan, 1, 0, 0, 0), make (2026, Date.Nov, 23, 14, 29, 7)]
val _ = app (say o Date.toString) some
val _ = app (fn d => say (Int.toString (Date.yearDay d) ^ " " ^ Int.toString (Date.hour d) ^ " " ^ Int.toString (Date.day d) ^ " " ^ Int.toString (Date.year d))) some
val _ = app (fn d => say (LargeInt.toString (Time.toSeconds (Date.toTime d)))) (List.filter (fn d => Date.year d >= 1970) some)
fun order LESS = "<" | order EQUAL = "=" | order GREATER = ">"
val _ = say (order (Date.compare (hd some, hd (tl some))) ^ order (Date.compare (hd some, hd some)))
val _ = say (Date.toString (Date.fromTimeUniv (Time.fromSeconds 1000000000)))
