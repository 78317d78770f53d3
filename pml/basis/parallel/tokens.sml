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
      (* Places 0 and n have a border outside. *)
      fun isOutside i = i < 0 orelse i >= n orelse isSeparator (String.sub (text, i))
      fun places p = Seq.tabulateIf p (fn i => i) (n + 1)
      val starts = places (fn i => not (isOutside i) andalso isOutside (i - 1))
      val stops = places (fn i => isOutside i andalso not (isOutside (i - 1)))
    in Seq.zipWith (fn (start, stop) => String.substring (text, start, stop - start)) (starts, stops)
    end
end
