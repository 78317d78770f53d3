(* Counts the lines and words of a text (bench/kernels/mpl/wc.cpp): one reduction of pairs over all letters. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-wc"
  val sizeMeaning = "letters of the text"
  val defaultSize = 60000000
  val tolerance = 0.0
  type input = string
  type result = int * int

  fun prepare (size, seed) = Text.random (size, seed, 26)

  fun run text =
    let
      fun letter i = String.sub (text, i)
      fun one isThere = if isThere then 1 else 0
      fun count i =
        (one (letter i = #"\n"),
         one (not (Text.isSpace (letter i)) andalso (i = 0 orelse Text.isSpace (letter (i - 1)))))
    in Loops.reduce 5000 (0, size text) count (fn ((a, b), (c, d)) => (a + c, b + d)) (0, 0)
    end

  fun checksum (_, (lines, words)) = Real.fromInt lines * 1E6 + Real.fromInt words

  (* The Basis library looks for lines and words. *)
  fun verify (text, counts) =
    let val lines = List.length (String.fields (fn c => c = #"\n") text) - 1
    in Results.errorUnless ((lines, List.length (String.tokens Text.isSpace text)) = counts)
    end
end
