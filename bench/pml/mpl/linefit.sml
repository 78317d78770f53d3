(* The line through a cloud of points by least squares (bench/kernels/mpl/linefit.cpp). Two reductions of pairs: the
   centre of the cloud, then its moments around the centre. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-linefit"
  val sizeMeaning = "points"
  val defaultSize = 40000000
  val tolerance = 1E~6
  type input = real array * real array
  (* Where the line crosses the axis, and its slope. *)
  type result = real * real

  fun prepare (size, seed) =
    let
      val state = Random.from seed
      val xs = Array.array (size, 0.0)
      val ys = Array.array (size, 0.0)
      fun go i =
        if i = size then ()
        else
          let val x = Random.uniform state
          in
            Array.update (xs, i, x);
            Array.update (ys, i, 7.0 + 3.0 * x + Random.uniform state - 0.5);
            go (i + 1)
          end
    in go 0; (xs, ys)
    end

  fun add ((a, b), (c, d)) = (a + c, b + d) : real * real

  fun run (xs, ys) =
    let
      val n = Array.length xs
      fun sum map = Loops.reduce 5000 (0, n) map add (0.0, 0.0)
      val (sumX, sumY) = sum (fn i => (Array.sub (xs, i), Array.sub (ys, i)))
      val (centreX, centreY) = (sumX / Real.fromInt n, sumY / Real.fromInt n)
      val (square, product) =
        sum (fn i =>
          let val x = Array.sub (xs, i) - centreX
          in (x * x, x * (Array.sub (ys, i) - centreY))
          end)
      val slope = product / square
    in (centreY - slope * centreX, slope)
    end

  fun checksum (_, (offset, slope)) = offset + 10.0 * slope

  (* By the normal equations, from the end, with what each addition rounds off added to the next (Kahan). *)
  fun verify ((xs, ys), (offset, slope)) =
    let
      val count = Array.length xs
      fun sum f =
        let
          fun go (i, total, lost) =
            if i < 0 then total
            else
              let
                val term = f (Array.sub (xs, i), Array.sub (ys, i)) - lost
                val next = total + term
              in go (i - 1, next, (next - total) - term)
              end
        in go (count - 1, 0.0, 0.0)
        end
      val n = Real.fromInt count
      val (x, y) = (sum (fn (x, _) => x), sum (fn (_, y) => y))
      val (xx, xy) = (sum (fn (x, _) => x * x), sum (fn (x, y) => x * y))
      val expectedSlope = (n * xy - x * y) / (n * xx - x * x)
      val expectedOffset = (y - expectedSlope * x) / n
    in
      Real.max (Results.relativeDifference (offset, expectedOffset), Results.relativeDifference (slope, expectedSlope))
    end
end
