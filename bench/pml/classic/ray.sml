(* Traces rays through a scene of spheres with mirrors and shadows: records of reals, options, recursion. *)
structure Program : WORKLOAD =
struct
  val name = "ray"
  val sizeMeaning = "rows and columns of the image"
  val defaultSize = 100
  val tolerance = 1E~9
  type vector = real * real * real
  type sphere = {centre : vector, radius : real, brightness : real, mirror : real}
  type input = int * sphere list
  type result = int * int

  fun add ((a, b, c), (x, y, z)) = (a + x, b + y, c + z) : vector
  fun sub ((a, b, c), (x, y, z)) = (a - x, b - y, c - z) : vector
  fun scale (k, (x, y, z)) = (k * x, k * y, k * z) : vector
  fun dot ((a, b, c), (x, y, z)) = a * x + b * y + c * z : real
  fun unit v = scale (1.0 / Math.sqrt (dot (v, v)), v)

  val light = unit (1.0, 3.0, ~2.0)
  val deepest = 4

  (* Small spheres around large ones. *)
  fun spheres (depth, centre, radius) =
    {centre = centre, radius = radius, brightness = 0.6, mirror = 0.4} ::
    (if depth = 0 then []
     else
       List.concat (List.map (fn direction =>
         spheres (depth - 1, add (centre, scale (1.5 * radius, direction)), 0.5 * radius))
         [(1.0, 0.0, 0.0), (~1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]))

  fun prepare (size, _) =
    (size,
     {centre = (0.0, ~1001.5, 5.0), radius = 1000.0, brightness = 0.5, mirror = 0.2} ::
     spheres (2, (0.0, 0.0, 5.0), 1.0))

  (* How far along a ray its first meeting with the sphere is. *)
  fun meets (from, direction, {centre, radius, ...} : sphere) =
    let
      val v = sub (centre, from)
      val along = dot (v, direction)
      val squared = along * along - dot (v, v) + radius * radius
    in
      if squared < 0.0 then NONE
      else
        let
          val root = Math.sqrt squared
          val near = along - root
        in if near > 1E~6 then SOME near else if along + root > 1E~6 then SOME (along + root) else NONE
        end
    end

  fun nearest (from, direction, spheres) =
    let
      fun go ([], best) = best
        | go (sphere :: rest, best) =
            (case (meets (from, direction, sphere), best) of
               (NONE, _) => go (rest, best)
             | (SOME t, SOME (other, _)) => go (rest, if t < other then SOME (t, sphere) else best)
             | (SOME t, NONE) => go (rest, SOME (t, sphere)))
    in go (spheres, NONE)
    end

  fun trace (spheres, from, direction, depth) =
    case nearest (from, direction, spheres) of
      NONE => 0.2 + 0.1 * #2 direction
    | SOME (t, {centre, brightness, mirror, ...} : sphere) =>
        let
          val place = add (from, scale (t, direction))
          val normal = unit (sub (place, centre))
          val isLit = not (isSome (nearest (place, light, spheres)))
          val own = 0.1 + (if isLit then brightness * Real.max (dot (normal, light), 0.0) else 0.0)
        in
          if depth = deepest then own
          else
            own + mirror * trace (spheres, place, sub (direction, scale (2.0 * dot (direction, normal), normal)), depth + 1)
        end

  (* The sum of the image's bytes, and another that knows where they are. *)
  fun run (size, spheres) =
    let
      val n = Real.fromInt size
      fun pixel (row, column) =
        let
          val direction = unit ((Real.fromInt column - n / 2.0) / n, (n / 2.0 - Real.fromInt row) / n, 1.0)
        in Real.floor (Real.min (255.0, 255.0 * trace (spheres, (0.0, 0.0, 0.0), direction, 0)))
        end
      fun go (row, column, plain, placed) =
        if row = size then (plain, placed)
        else if column = size then go (row + 1, 0, plain, placed)
        else
          let val byte = pixel (row, column)
          in go (row, column + 1, plain + byte, (placed + byte * (column mod 7 + row mod 5)) mod 1000003)
          end
    in go (0, 0, 0, 0)
    end

  fun checksum (_, (plain, placed)) = Real.fromInt plain + Real.fromInt placed / 1000003.0

  (* Nearest spheres by folding over all meetings, one row after the other, from below. *)
  fun verify ((size, spheres), (plain, _)) =
    let
      fun closest (from, direction) =
        List.foldl (fn (sphere, best) =>
          case meets (from, direction, sphere) of
            NONE => best
          | SOME t => if List.exists (fn (other, _) => other <= t) best then best else [(t, sphere)]) [] spheres
      fun value (from, direction, depth) =
        case closest (from, direction) of
          [] => 0.2 + 0.1 * #2 direction
        | (t, {centre, brightness, mirror, ...} : sphere) :: _ =>
            let
              val place = add (from, scale (t, direction))
              val normal = unit (sub (place, centre))
              val own =
                0.1 + (if List.null (closest (place, light)) then brightness * Real.max (dot (normal, light), 0.0) else 0.0)
              val reflected = sub (direction, scale (2.0 * dot (direction, normal), normal))
            in if depth = deepest then own else own + mirror * value (place, reflected, depth + 1)
            end
      val n = Real.fromInt size
      fun pixel (row, column) =
        Real.floor (Real.min (255.0, 255.0 * value ((0.0, 0.0, 0.0),
          unit ((Real.fromInt column - n / 2.0) / n, (n / 2.0 - Real.fromInt row) / n, 1.0), 0)))
      fun sum (row, column, total) =
        if row < 0 then total
        else if column < 0 then sum (row - 1, size - 1, total)
        else sum (row, column - 1, total + pixel (row, column))
      val expected = sum (size - 1, size - 1, 0)
    in abs (Real.fromInt (plain - expected)) / Real.fromInt expected
    end
end
