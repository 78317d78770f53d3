(* Word8: arithmetic modulo 256, shifts, signs. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun w x = Word8.toString x
val all = [0w0, 0w1, 0w127, 0w128, 0w255] : Word8.word list
val _ = app (fn a => say (String.concatWith " " (map (fn b => w (a + b) ^ "," ^ w (a - b) ^ "," ^ w (a * b)) all))) all
val _ = app (fn a => say (String.concatWith " " (map (fn b => (w (a div b) ^ "," ^ w (a mod b)) handle Div => "div") all))) all
val _ = app (fn a => say (String.concatWith " " (map (fn n => w (Word8.<< (a, n)) ^ "," ^ w (Word8.>> (a, n)) ^ "," ^ w (Word8.~>> (a, n))) [0w0, 0w1, 0w7, 0w8, 0w9, 0w31]))) all
val _ = say (String.concatWith " " (map (fn a => Int.toString (Word8.toInt a) ^ "," ^ Int.toString (Word8.toIntX a) ^ "," ^ w (~ a) ^ "," ^ w (Word8.notb a)) all))
val _ = say (String.concatWith " " (map (fn n => w (Word8.fromInt n)) [256, 257, ~1, ~256, 1000]))
val _ = say (w (Word8.andb (0wxf0, 0wx3c)) ^ w (Word8.orb (0wxf0, 0wx3c)) ^ w (Word8.xorb (0wxf0, 0wx3c)))
val _ = say (w (Word8.min (0w3, 0w200)) ^ w (Word8.max (0w3, 0w200)) ^ (case Word8.compare (0w3, 0w200) of LESS => "<" | _ => "?"))
val _ = say (LargeInt.toString (Word8.toLargeInt 0w200) ^ LargeInt.toString (Word8.toLargeIntX 0w200) ^ w (Word8.fromLargeInt ~2))
