(* Escape times over a square of the complex plane: real arithmetic in a loop. *)
structure Program : WORKLOAD =
struct
  val name = "mandelbrot"
  val sizeMeaning = "rows and columns"
  val defaultSize = 250
  val tolerance = 0.0
  type input = int
  type result = int

  val limit = 1000

  fun prepare (size, _) = size

  fun escapeTime (cRe : real, cIm : real) =
    let
      fun go (n, re, im) =
        let val (re2, im2) = (re * re, im * im)
        in if n < limit andalso re2 + im2 <= 4.0 then go (n + 1, re2 - im2 + cRe, 2.0 * re * im + cIm) else n
        end
    in go (0, 0.0, 0.0)
    end

  fun sumOf time side =
    let
      val step = 2.5 / Real.fromInt side
      fun go (row, column, sum) =
        if row = side then sum
        else if column = side then go (row + 1, 0, sum)
        else
          go (row, column + 1, sum + time (~2.0 + step * Real.fromInt column, ~1.25 + step * Real.fromInt row))
    in go (0, 0, 0)
    end

  val run = sumOf escapeTime

  fun checksum (_, sum) = Real.fromInt sum

  (* With references and a loop. *)
  fun slowly (cRe : real, cIm : real) =
    let val re = ref 0.0 and im = ref 0.0 and n = ref 0
    in
      while !n < limit andalso !re * !re + !im * !im <= 4.0 do
        let val next = !re * !re - !im * !im + cRe
        in im := 2.0 * !re * !im + cIm; re := next; n := !n + 1
        end;
      !n
    end

  fun verify (side, sum) = if sumOf slowly side = sum then 0.0 else 1.0
end
