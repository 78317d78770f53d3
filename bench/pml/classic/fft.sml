(* The fast Fourier transform of complex numbers, as two arrays of reals, in place. *)
structure Program : WORKLOAD =
struct
  val name = "fft"
  val sizeMeaning = "logarithm of the number of points"
  val defaultSize = 17
  val tolerance = 1E~9
  type input = real array * real array
  type result = real array * real array

  fun prepare (size, _) =
    let
      fun power (0, n) = n | power (k, n) = power (k - 1, 2 * n)
      val n = power (size, 1)
    in
      (Array.tabulate (n, fn i => Real.fromInt (i * 37 mod 101) / 50.0 - 1.0),
       Array.tabulate (n, fn i => Real.fromInt (i * 59 mod 103) / 51.0 - 1.0))
    end

  fun swap (a, i, j) =
    let val x = Array.sub (a, i) : real
    in Array.update (a, i, Array.sub (a, j)); Array.update (a, j, x)
    end

  (* Exchanges each place with the one whose number has its bits in reverse. *)
  fun reverse (re, im) =
    let
      val n = Array.length re
      fun carry (j, bit) = if bit >= 1 andalso j >= bit then carry (j - bit, bit div 2) else j + bit
      fun go (i, j) =
        if i >= n - 1 then ()
        else (if i < j then (swap (re, i, j); swap (im, i, j)) else (); go (i + 1, carry (j, n div 2)))
    in go (0, 0)
    end

  fun transform direction (re, im) =
    let
      val n = Array.length re
      fun pass half =
        if half >= n then ()
        else
          let
            val angle = direction * Math.pi / Real.fromInt half
            fun rotation k =
              if k = half then ()
              else
                let
                  val (c, s) = (Math.cos (angle * Real.fromInt k), Math.sin (angle * Real.fromInt k))
                  fun butterfly i =
                    if i >= n then ()
                    else
                      let
                        val j = i + half
                        val (x, y) = (Array.sub (re, j), Array.sub (im, j))
                        val (tr, ti) = (x * c - y * s, x * s + y * c)
                        val (ur, ui) = (Array.sub (re, i), Array.sub (im, i))
                      in
                        Array.update (re, j, ur - tr);
                        Array.update (im, j, ui - ti);
                        Array.update (re, i, ur + tr);
                        Array.update (im, i, ui + ti);
                        butterfly (i + 2 * half)
                      end
                in butterfly k; rotation (k + 1)
                end
          in rotation 0; pass (2 * half)
          end
    in reverse (re, im); pass 1
    end

  fun copy a = Array.tabulate (Array.length a, fn i => Array.sub (a, i))

  fun run (re, im) =
    let val made = (copy re, copy im)
    in transform ~1.0 made; made
    end

  fun checksum (_, (re, im)) =
    let
      fun sum a = Array.foldli (fn (i, x, total) => total + abs x * Real.fromInt (i mod 7 + 1)) 0.0 a
    in sum re + sum im
    end

  (* Transforms back. *)
  fun verify ((re, im), (foundRe, foundIm)) =
    let
      val back as (backRe, backIm) = (copy foundRe, copy foundIm)
      val () = transform 1.0 back
      val n = Real.fromInt (Array.length re)
      fun worst (a, b) =
        Array.foldli (fn (i, x, most) => Real.max (most, abs (x - Array.sub (b, i) / n))) 0.0 a
    in Real.max (worst (re, backRe), worst (im, backIm))
    end
end
