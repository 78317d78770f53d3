(* The lines of a text that contain a word (bench/kernels/mpl/grep.cpp). A filter finds where the lines end, another keeps
   the lines that match, and two nested loops copy them one behind the other. Lines are short. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-grep"
  val sizeMeaning = "letters of the text"
  val defaultSize = 20000000
  val tolerance = 0.0
  type input = string
  type result = char array

  val pattern = "aba"

  (* Few letters, so that a good part of the lines matches. *)
  fun prepare (size, seed) = Text.random (size, seed, 8)

  (* Whether the pattern stands in the text between two places. *)
  fun occurs (text, begin, stop) =
    let
      fun isAt (i, k) =
        k = size pattern orelse (String.sub (text, i + k) = String.sub (pattern, k) andalso isAt (i, k + 1))
      fun go i = i + size pattern <= stop andalso (isAt (i, 0) orelse go (i + 1))
    in go begin
    end

  fun run text =
    let
      val n = size text
      val ends = Loops.indicesOf n (fn i => String.sub (text, i) = #"\n" orelse i + 1 = n)
      fun begin i = if i = 0 then 0 else Seq.nth ends (i - 1) + 1
      fun stop i = Seq.nth ends i + 1
      val matching = Loops.indicesOf (Seq.length ends) (fn i => occurs (text, begin i, stop i))
      val count = Seq.length matching
      fun length i =
        let val line = Seq.nth matching i
        in stop line - begin line
        end
      val (places, total) = Seq.scan (op +) 0 (Seq.fromArray (Loops.tabulate 1000 count length))
      val made = ForkJoin.alloc total
    in
      Loops.forEach 100 (0, count) (fn i =>
        let
          val first = begin (Seq.nth matching i)
          val place = Seq.nth places i
        in
          Loops.forEach Loops.sequential (0, length i) (fn k =>
            Array.update (made, place + k, String.sub (text, first + k)))
        end);
      made
    end

  fun checksum (_, found) =
    Results.weightedSum (Array.length found) (fn i => Real.fromInt (Char.ord (Array.sub (found, i))))

  (* Line by line, with the Basis library. *)
  fun verify (text, found) =
    let
      val lines = String.fields (fn c => c = #"\n") text
      (* What is behind the last end of a line is no line if it is empty. *)
      fun matching ([], made) = String.concat (List.rev made)
        | matching ([last], made) = matching ([], if String.isSubstring pattern last then last :: made else made)
        | matching (line :: rest, made) =
            matching (rest, if String.isSubstring pattern line then "\n" :: line :: made else made)
      val expected = matching (lines, [])
    in
      Results.errorUnless
        (size expected = Array.length found andalso
         Results.all (0, size expected) (fn i => String.sub (expected, i) = Array.sub (found, i)))
    end
end
