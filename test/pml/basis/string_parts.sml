(* String and Substring over parts of texts: what stands in front of a part and behind it is not seen. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun b x = say (Bool.toString x)
val s = Substring.substring ("..abcabd..", 2, 6)
val none = Substring.substring ("abc", 1, 0)
val () = app b [Substring.isPrefix "" none, Substring.isPrefix "b" none, Substring.isPrefix "abcabd" s, Substring.isPrefix "abcabd." s,
                Substring.isSuffix "" none, Substring.isSuffix "abd" s, Substring.isSuffix "." s, Substring.isSuffix "..abcabd" s,
                Substring.isSubstring "" none, Substring.isSubstring "cab" s, Substring.isSubstring "d." s, Substring.isSubstring ".a" s,
                String.isPrefix "abc" "ab", String.isSuffix "abc" "bc", String.isSubstring "aab" "aaab", String.isSubstring "" ""]
fun parts f t = say (String.concatWith "|" (map Substring.string (f (fn c => c = #"b") t)))
val () = app (parts Substring.fields) [s, none, Substring.full "b", Substring.full "bbab", Substring.substring ("bab", 1, 1)]
val () = app (parts Substring.tokens) [s, none, Substring.full "b", Substring.full "bbab", Substring.substring ("bab", 1, 1)]
val () = say (Substring.translate (fn #"a" => "" | #"b" => "BBBBBB" | c => str c) s)
val () = say (Substring.translate str none ^ String.translate (fn _ => "") "abc" ^ String.map Char.toUpper "")
val () = app say [Substring.concat [], Substring.concat [none, none], Substring.concat [s, none, s],
                  Substring.concatWith "--" [], Substring.concatWith "--" [none], Substring.concatWith "--" [s, none, s],
                  String.concatWith "--" [], String.concatWith "--" ["a"], String.concatWith "" ["a", "", "bc"]]
fun both (x, y) = say (Substring.string x ^ "|" ^ Substring.string y)
val () = app (fn t => both (Substring.position t s)) ["", "abd", "abc", "d.", "x", "abcabdx"]
val () = both (Substring.position "" none)
(* An exception leaves nothing behind. *)
exception Found of char
val () = (ignore (String.map (fn #"c" => raise Found #"c" | c => c) "abc"); say "none") handle Found c => say (str c)
val () = (ignore (Substring.translate (fn #"d" => raise Found #"d" | c => str c) s); say "none") handle Found c => say (str c)
fun reader t i = if i < size t then SOME (String.sub (t, i), i + 1) else NONE
fun split t = let val (x, rest) = StringCvt.splitl Char.isAlpha (reader t) 0 in say (x ^ " " ^ Int.toString rest) end
val () = app split ["", "1", "a", "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnop1", "abcdefghijklmnopq1"]
