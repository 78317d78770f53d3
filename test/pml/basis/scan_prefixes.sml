(* Word.scan: prefixes by radix. Time.fmt: numbers of digits. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun read radix s =
  say (case Word.scan radix Substring.getc (Substring.full s) of
         NONE => "none"
       | SOME (w, rest) => Word.toString w ^ " [" ^ Substring.string rest ^ "]")
val () = List.app (read StringCvt.HEX) ["0w5", "0wx5", "0x5", "0wxg", "0xg", "0X1F", "0x0x5", "0wx0wx5", "w5"]
val () = List.app (read StringCvt.DEC) ["0w5", "0wx5", "5", "0w"]
val () = say ((Time.fmt ~1 Time.zeroTime; "no exception") handle Size => "Size")
val () = say (Time.fmt 0 (Time.fromSeconds 2) ^ " " ^ Time.fmt 1 (Time.fromSeconds 2))
