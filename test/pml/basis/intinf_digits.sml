(* IntInf: what is written in each radix is what repeated division gives, and is read back up to the first other character. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val radixes = [(2 : LargeInt.int, StringCvt.BIN), (8, StringCvt.OCT), (10, StringCvt.DEC), (16, StringCvt.HEX)]
val digits = "0123456789abcdef"
fun divided base (a : LargeInt.int) =
  let
    fun go (a, out) =
      let val out = String.sub (digits, IntInf.toInt (a mod base)) :: out
      in if a < base then implode out else go (a div base, out)
      end
  in (if a < 0 then "~" else "") ^ go (IntInf.abs a, [])
  end
fun wrong a =
  List.filter
    (fn (base : LargeInt.int, radix) =>
       let val s = IntInf.fmt radix a
       in String.map Char.toLower s <> divided base a orelse StringCvt.scanString (IntInf.scan radix) (s ^ "/") <> SOME a
       end) radixes
val powers = List.tabulate (60, fn n => IntInf.pow (3, 5 * n)) @ List.tabulate (60, fn n => IntInf.pow (2, 4 * n) - 1)
val numbers : IntInf.int list = [0, 7, 8, 15, 16, 4294967296, 18446744073709551615, 18446744073709551616] @ powers
val () = say (Int.toString (List.length (List.concat (List.map wrong (numbers @ List.map IntInf.~ numbers)))))
fun read r s =
  say (case IntInf.scan r Substring.getc (Substring.full s) of
         NONE => "none"
       | SOME (n, rest) => IntInf.toString n ^ " [" ^ Substring.string rest ^ "]")
val () = List.app (read StringCvt.HEX) ["0x", "0xfF", "~0X10g", "+1", "00000000000000000000000000000000000001 "]
val () = List.app (read StringCvt.DEC) ["~00012", "123456789012345678901234567890 1", "+", "9a"]
