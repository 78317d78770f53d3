(* Escape times over a square of the complex plane (bench/kernels/mpl/mandelbrot.cpp). Loops over rows and columns, around
   a sequential one whose length differs by three orders of magnitude. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-mandelbrot"
  val sizeMeaning = "rows and columns of the image"
  val defaultSize = 450
  val tolerance = 0.0
  type input = int
  type result = int array

  val limit = 1000

  fun prepare (side, _) = side

  (* A place of the image as a number. *)
  fun real side column = ~2.0 + 2.5 * Real.fromInt column / Real.fromInt side
  fun imaginary side row = ~1.25 + 2.5 * Real.fromInt row / Real.fromInt side

  fun escapeTime (cRe, cIm) =
    let
      fun go (n, re, im) =
        if n < limit andalso re * re + im * im <= 4.0 then
          go (n + 1, re * re - im * im + cRe, 2.0 * re * im + cIm)
        else n
    in go (0, 0.0, 0.0)
    end

  fun run side =
    let val image = ForkJoin.alloc (side * side)
    in
      Loops.forEach 1 (0, side) (fn row =>
        Loops.forEach Loops.sequential (0, side) (fn column =>
          Array.update (image, row * side + column, escapeTime (real side column, imaginary side row))));
      image
    end

  fun checksum (side, image) = Results.weightedSum (side * side) (fn i => Real.fromInt (Array.sub (image, i)))

  (* By what mathematics says: points of the main cardioid and of the bulb of period 2 never escape, points outside of the
     circle of radius 2 do so in the first two steps, and the set is symmetric to the real axis. Mirrored coordinates are
     rounded differently, so that chaotic points near the border may differ. *)
  fun verify (side, image) =
    let
      fun at (row, column) = Array.sub (image, row * side + column)
      fun isRight (row, column) =
        let
          val (re, im) = (real side column, imaginary side row)
          val found = at (row, column)
          val q = (re - 0.25) * (re - 0.25) + im * im
          val isInside =
            q * (q + (re - 0.25)) < 0.2499 * im * im orelse (re + 1.0) * (re + 1.0) + im * im < 0.0624
          val isOutside = re * re + im * im > 4.0001
        in
          found >= 1 andalso found <= limit andalso (not isInside orelse found = limit) andalso
          (not isOutside orelse found <= 2)
        end
      fun isMirrored (row, column) =
        row = 0 orelse 2 * row >= side orelse at (side - row, column) = at (row, column)
      fun countWrong (i, wrong) =
        if i = side * side then wrong
        else countWrong (i + 1, if isMirrored (i div side, i mod side) then wrong else wrong + 1)
    in
      Results.errorUnless
        (Results.all (0, side * side) (fn i => isRight (i div side, i mod side)) andalso
         countWrong (0, 0) * 100 <= side * side)
    end
end
