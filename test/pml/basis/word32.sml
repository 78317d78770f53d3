(* Word32: the whole range, conversions. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun w x = Word32.toString x
val all = [0w0, 0w1, 0wx7fffffff, 0wx80000000, 0wxffffffff] : Word32.word list
val _ = app (fn a => say (String.concatWith " " (map (fn b => w (a + b) ^ "," ^ w (a - b) ^ "," ^ w (a * b)) all))) all
val _ = app (fn a => say (String.concatWith " " (map (fn b => (w (a div b) ^ "," ^ w (a mod b)) handle Div => "div") all))) all
val _ = app (fn a => say (String.concatWith " " (map (fn n => w (Word32.<< (a, n)) ^ "," ^ w (Word32.>> (a, n)) ^ "," ^ w (Word32.~>> (a, n))) [0w0, 0w1, 0w31, 0w32, 0w40]))) all
val _ = say (String.concatWith " " (map (fn a => LargeInt.toString (Word32.toLargeInt a) ^ "," ^ LargeInt.toString (Word32.toLargeIntX a)) all))
val _ = say (w (Word32.fromInt ~1) ^ w (Word32.fromLargeInt 4294967297) ^ " " ^ Word32.fmt StringCvt.BIN 0w10 ^ Word32.fmt StringCvt.DEC 0wxffffffff)
fun read s = say (case Word32.fromString s of NONE => "none" | SOME x => w x) handle Overflow => say "overflow"
val _ = app read ["ff", "0xff", "0wxff", "0w", "FFFFFFFF", "100000000", "g", " 1f"]
