(* String: prefixes, suffixes, substrings, tokens, fields, collation. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun b x = Bool.toString x
val _ = say (String.concatWith " " (map b [String.isPrefix "" "", String.isPrefix "a" "", String.isSuffix "" "x", String.isSuffix "ab" "b", String.isSubstring "aab" "aaaab", String.isSubstring "b" "aaaa"]))
fun parts f s = say (String.concatWith "|" (f (fn c => c = #"," orelse c = #";") s))
val _ = app (parts String.tokens) ["", ",", "a", ",a", "a;", "a,,b", ";;a;b,c,"]
val _ = app (parts String.fields) ["", ",", "a", ",a", "a;", "a,,b", ";;a;b,c,"]
fun order LESS = "<" | order EQUAL = "=" | order GREATER = ">"
val _ = say (concat (map (order o String.compare) [("", ""), ("a", ""), ("", "a"), ("ab", "b"), ("abc", "ab"), ("\255", "a"), ("A", "a")]))
val _ = say (order (String.collate (fn (x, y) => Char.compare (y, x)) ("abc", "abd")))
val _ = say (String.translate (fn #"x" => "" | c => str c ^ str c) "axbx" ^ String.map (fn c => Char.succ c) "HAL" ^ String.implode [] ^ String.concatWith "--" ["a", "", "b"])
val _ = (try (fn () => String.extract ("hello", 2, SOME 3)); try (fn () => String.extract ("hello", 2, SOME 4)); try (fn () => String.extract ("hello", 5, NONE)))
val _ = (try (fn () => String.extract ("hello", 6, NONE)); try (fn () => String.substring ("hello", ~1, 2)); try (fn () => String.substring ("hello", 5, 0)))
