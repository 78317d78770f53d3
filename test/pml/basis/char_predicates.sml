(* Char: each predicate at the edges of its ranges. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun shown p = String.concatWith " " (List.mapPartial (fn i => if p (chr i) andalso not (i > 0 andalso p (chr (i - 1)) andalso i < 255 andalso p (chr (i + 1))) then SOME (Int.toString i) else NONE) (List.tabulate (256, fn i => i)))
val _ = app (say o shown) [Char.isAlpha, Char.isAlphaNum, Char.isAscii, Char.isCntrl, Char.isDigit, Char.isGraph]
val _ = app (say o shown) [Char.isHexDigit, Char.isLower, Char.isPrint, Char.isPunct, Char.isSpace, Char.isUpper]
val _ = say (implode (List.tabulate (128, fn i => Char.toUpper (chr i))))
val _ = say (implode (List.tabulate (128, fn i => Char.toLower (chr i))))
val _ = say (Int.toString Char.maxOrd ^ str Char.maxChar ^ str Char.minChar)
