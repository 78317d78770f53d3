(* Literals: escapes, gaps, radices, words, characters. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val _ = say "tab\tnew\nquote\"back\\bell\aform\fdel\127\^A\^Z\065"
val _ = say "a gap \
            \goes on"
val _ = say (String.concatWith " " (map Int.toString [0x1F, ~0xff, 007, ~0]))
val _ = say (Word8.toString 0wxfF ^ Word8.toString 0w10 ^ Word32.toString 0wxABCDEF01)
val _ = say (Real.toString 1.5E2 ^ Real.toString ~2e~1 ^ Real.toString 3.0)
val _ = say (str #"\"" ^ str #"\\" ^ str #"\n" ^ Int.toString (ord #"\200"))
val _ = say (Bool.toString ("\000" < "\001") ^ Int.toString (size "\000\000") ^ Bool.toString ("" = ""))
