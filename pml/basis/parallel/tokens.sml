(* Words of a string. *)

signature TOKENS =
sig
  (* The longest pieces without separators, as String.tokens has them. *)
  val tokens : (char -> bool) -> string -> string Seq.seq
end

structure Tokens : TOKENS =
struct
  fun tokens isSeparator text =
    let
      val n = size text
      fun isOutside i = i < 0 orelse i >= n orelse isSeparator (String.sub (text, i))
      val starts = Seq.tabulateIf (fn i => not (isOutside i) andalso isOutside (i - 1)) (fn i => i) n
      (* A token is copied character by character, so its end may be looked for in the same way: the places of all ends
         would take half as much memory as the tokens. *)
      fun stopOf i = if isOutside i then i else stopOf (i + 1)
    in Seq.map (fn start => String.substring (text, start, stopOf start - start)) starts
    end
end
