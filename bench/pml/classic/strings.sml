(* Builds and takes apart strings: numbers as text, concatenation, fields and tokens, substrings and characters. *)
structure Program : WORKLOAD =
struct
  val name = "strings"
  val sizeMeaning = "lines"
  val defaultSize = 6000
  val tolerance = 0.0
  type input = int
  type result = string

  fun prepare (size, _) = size

  fun line i =
    String.concat
      ["line ", Int.toString i, ": ", String.concatWith "," (List.tabulate (i mod 9 + 2, fn k => Int.toString (i * k))), ";\n"]

  fun capital s =
    if s = "" then s else String.str (Char.toUpper (String.sub (s, 0))) ^ String.extract (s, 1, NONE)

  (* Each field in another order, with digits as letters. *)
  fun turn field =
    String.implode (List.rev (String.explode
      (String.translate (fn c => if Char.isDigit c then String.str (Char.chr (Char.ord c + 49)) else String.str c) field)))

  fun run size =
    let
      val text = String.concat (List.tabulate (size, line))
      val lines = String.tokens (fn c => c = #"\n") text
      fun edit l = String.concatWith "-" (List.map (capital o turn) (String.fields (fn c => c = #"," orelse c = #" ") l))
    in String.concatWith "\n" (List.map edit (List.filter (fn l => not (String.isSubstring "99" l)) lines))
    end

  fun hash s =
    let
      fun go (i, h) = if i = String.size s then h else go (i + 1, (h * 31 + Char.ord (String.sub (s, i))) mod 1000003)
    in go (0, 7)
    end

  fun checksum (_, s) = Real.fromInt (String.size s) + Real.fromInt (hash s) / 1000003.0

  (* Character by character. *)
  fun verify (size, found) =
    let
      fun digit c = if Char.isDigit c then Char.chr (Char.ord c + 49) else c
      fun first [] = [] | first (c :: rest) = Char.toUpper c :: rest
      (* A field is held with its last letter first, so it is turned round already. *)
      fun go ([], field, made) = List.revAppend (first field, made)
        | go (c :: rest, field, made) =
            if c = #"," orelse c = #" " then go (rest, [], #"-" :: List.revAppend (first field, made))
            else go (rest, digit c :: field, made)
      fun contains99 (#"9" :: #"9" :: _) = true
        | contains99 (_ :: rest) = contains99 rest
        | contains99 [] = false
      fun lines (i, made) =
        if i = size then List.rev made
        else
          let val letters = String.explode (String.substring (line i, 0, String.size (line i) - 1))
          in lines (i + 1, if contains99 letters then made else String.implode (List.rev (go (letters, [], []))) :: made)
          end
    in if String.concatWith "\n" (lines (0, [])) = found then 0.0 else 1.0
    end
end
