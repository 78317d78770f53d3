(* Char, String, Substring and StringCvt, with what each does at its edges. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun strings xs = "[" ^ String.concatWith "|" xs ^ "]"
fun bools xs = String.concat (map (fn true => "t" | false => "f") xs)
fun order LESS = "<" | order EQUAL = "=" | order GREATER = ">"
val _ = (try (fn () => str (String.sub ("abc", 3))); try (fn () => str (String.sub ("abc", ~1))); try (fn () => substring ("abc", 2, 2)))
val _ = (try (fn () => substring ("abc", 3, 0)); try (fn () => substring ("abc", ~1, 1)); try (fn () => String.extract ("abc", 4, NONE)))
val _ = (try (fn () => String.extract ("abc", 3, NONE)); try (fn () => String.extract ("abc", 1, SOME 1)))
val _ = say (strings (String.tokens (fn c => c = #",") ",a,,b,") ^ strings (String.fields (fn c => c = #",") ",a,,b,"))
val _ = say (strings (String.tokens Char.isSpace "") ^ strings (String.fields Char.isSpace ""))
val _ = say (bools [String.isPrefix "" "", String.isPrefix "ab" "a", String.isSuffix "bc" "abc", String.isSubstring "bd" "abcbd", String.isSubstring "" "x", String.isSubstring "xy" "x"])
val _ = say (concat (map order [String.compare ("", "a"), String.compare ("ab", "a"), String.compare ("a\200", "ab"), String.compare ("a", "a")]))
val _ = say (bools [String.collate (fn (a, b) => Char.compare (Char.toLower a, Char.toLower b)) ("ABC", "abd") = LESS, "abc" < "abd", "b" >= "ab", "" > ""])
val _ = say (String.translate (fn #"a" => "" | #"b" => "<b>" | c => str c) "abcab" ^ String.map Char.toUpper "aZ1" ^ implode (rev (explode "abc")))
val _ = (say (String.concatWith ", " []); say (String.concatWith ", " ["x"]); say (String.concat ["a", "", "b"] ^ "" ^ "c"))
val _ = app (fn s => say (case String.fromString s of NONE => "none" | SOME t => t)) ["a\\nb", "\\065\\t", "x\\q", "\\", "\\^A", "ab\\   \\cd", "\\300"]
val _ = app (fn s => say (case String.fromCString s of NONE => "none" | SOME t => t)) ["a\\nb", "\\x41!", "\\101", "\\q"]
val _ = say (String.toString "\000\001\t\"\\\127\200" ^ String.toCString "\001\007?\"'\n")
val _ = app (fn s => say (case Char.fromString s of NONE => "none" | SOME c => str c)) ["", "a", "\\n", "\\", "\\255", "ab"]
val _ = (try (fn () => str (Char.chr 255)); try (fn () => str (Char.chr 256)); try (fn () => str (Char.succ Char.maxChar)); try (fn () => str (Char.pred #"\000")))
val _ = say (String.concatWith "," (map (fn p => Int.toString (length (List.filter p (List.tabulate (256, Char.chr)))))
              [Char.isAlpha, Char.isAlphaNum, Char.isAscii, Char.isCntrl, Char.isDigit, Char.isGraph, Char.isHexDigit, Char.isLower,
               Char.isPrint, Char.isPunct, Char.isSpace, Char.isUpper, Char.contains "abca", Char.notContains "abca"]))
val ss = Substring.substring ("hello world", 2, 7)
fun part s = "<" ^ Substring.string s ^ ">"
val _ = (say (part ss); try (fn () => part (Substring.substring ("abc", 2, 2))); try (fn () => str (Substring.sub (ss, 7))); say (str (Substring.sub (ss, 6))))
val _ = say (let val (s, i, n) = Substring.base (Substring.slice (ss, 1, SOME 3)) in s ^ Int.toString i ^ "," ^ Int.toString n end)
val _ = say (part (Substring.triml 3 ss) ^ part (Substring.trimr 3 ss) ^ part (Substring.triml 30 ss) ^ part (Substring.trimr 30 ss))
val _ = (try (fn () => part (Substring.triml ~1 ss)); try (fn () => part (Substring.slice (ss, 0, SOME 8))))
val _ = say (let val (a, b) = Substring.splitl (fn c => c <> #" ") ss in part a ^ part b end)
val _ = say (let val (a, b) = Substring.splitr (fn c => c <> #" ") ss in part a ^ part b end)
val _ = say (let val (a, b) = Substring.position "wo" ss in part a ^ part b end ^ let val (a, b) = Substring.position "wx" ss in part a ^ part b end)
val _ = (say (let val (a, b) = Substring.splitAt (ss, 2) in part a ^ part b end); try (fn () => let val (a, b) = Substring.splitAt (ss, 8) in part a ^ part b end))
val _ = say (part (Substring.dropl Char.isAlpha ss) ^ part (Substring.dropr Char.isAlpha ss) ^ part (Substring.takel Char.isAlpha ss) ^ part (Substring.taker Char.isAlpha ss))
val _ = say (concat (map part (Substring.tokens (fn c => c = #"o") ss)) ^ concat (map part (Substring.fields (fn c => c = #"l") ss)))
val _ = say (part (Substring.span (Substring.substring ("abcdef", 1, 1), Substring.substring ("abcdef", 3, 2))) handle _ => "span")
val _ = say (case Substring.getc ss of NONE => "none" | SOME (c, rest) => str c ^ part rest)
val _ = say (bools [Substring.isEmpty ss, Substring.isPrefix "llo" ss, Substring.isSuffix "rl" ss, Substring.isSubstring "o w" ss] ^ order (Substring.compare (ss, Substring.full "llp")))
val _ = say (Substring.concat [ss, ss] ^ Substring.concatWith "-" [ss, ss] ^ Substring.translate (fn c => str c ^ str c) (Substring.full "ab"))
val _ = say (StringCvt.padLeft #"*" 5 "ab" ^ StringCvt.padRight #"*" 5 "ab" ^ StringCvt.padLeft #"*" 1 "ab" ^ StringCvt.padRight #"*" ~1 "ab")
val _ = app (fn s => say (case Int.fromString s of NONE => "none" | SOME n => Int.toString n)) ["12x", " ~7", "-7", "+7", "", "x", "~", "0x1F"]
val _ = app (fn s => say (case StringCvt.scanString (Int.scan StringCvt.HEX) s of NONE => "none" | SOME n => Int.toString n)) ["ff", "0xFf", "0x", "~0x10", "g"]
val _ = app (fn s => say (case Bool.fromString s of NONE => "none" | SOME b => Bool.toString b)) ["true", " falsex", "tru", ""]
val _ = say (String.concatWith "," (map (fn r => Int.fmt r ~255) [StringCvt.BIN, StringCvt.OCT, StringCvt.DEC, StringCvt.HEX]))
