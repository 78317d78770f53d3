(* Places the pieces of a chain in space, by backtracking, as programs that look for the shape of nucleic acids do: each
   piece can be turned in some ways against the one before, which is a transformation of coordinates; no two may come too
   close, and the ends have to meet. Records of reals, lists and recursion. *)
structure Program : WORKLOAD =
struct
  val name = "nucleic"
  val sizeMeaning = "pieces"
  val defaultSize = 9
  val tolerance = 1E~9
  type point = {x : real, y : real, z : real}
  (* A rotation by its columns, and where the origin goes. *)
  type transformation = {a : point, b : point, c : point, origin : point}
  type input = int
  (* How many placements there are, and the sum of the coordinates of their ends. *)
  type result = int * real

  fun scale (k, {x, y, z} : point) = {x = k * x, y = k * y, z = k * z}
  fun add ({x, y, z} : point, {x = u, y = v, z = w} : point) = {x = x + u, y = y + v, z = z + w}
  fun squaredDistance ({x, y, z} : point, {x = u, y = v, z = w} : point) =
    (x - u) * (x - u) + (y - v) * (y - v) + (z - w) * (z - w)

  fun turn ({a, b, c, ...} : transformation, {x, y, z} : point) = add (scale (x, a), add (scale (y, b), scale (z, c)))
  fun apply (t : transformation, p) = add (turn (t, p), #origin t)
  fun compose (s : transformation, {a, b, c, origin} : transformation) =
    {a = turn (s, a), b = turn (s, b), c = turn (s, c), origin = apply (s, origin)}

  fun point (x, y, z) = {x = x, y = y, z = z} : point
  val zero = point (0.0, 0.0, 0.0)
  val identity = {a = point (1.0, 0.0, 0.0), b = point (0.0, 1.0, 0.0), c = point (0.0, 0.0, 1.0), origin = zero}

  (* One step along x, then a bend in the plane, and a twist around x. *)
  fun joint (bend, twist) =
    let
      val (cb, sb) = (Math.cos bend, Math.sin bend)
      val (ct, st) = (Math.cos twist, Math.sin twist)
    in
      {a = point (cb, sb * ct, sb * st), b = point (~ sb, cb * ct, cb * st), c = point (0.0, ~ st, ct),
       origin = point (1.0, 0.0, 0.0)}
    end

  val joints =
    List.concat (List.map (fn bend => List.map (fn twist => joint (bend, twist)) [0.0, 1.2, 2.4, 3.6, 4.8]) [0.5, 1.1])

  fun isFree (p, others) = List.all (fn other => squaredDistance (p, other) >= 0.95) others

  fun search (0, _, placed, result as (count, sum)) =
        let val last as {x, y, z} = hd placed
        in if squaredDistance (last, zero) <= 9.0 then (count + 1, sum + x + y + z) else result
        end
    | search (left, frame, placed, result) =
        let
          fun try ([], result) = result
            | try (joint :: rest, result) =
                let
                  val frame = compose (frame, joint)
                  val p = apply (frame, zero)
                in
                  try (rest, if isFree (p, placed) then search (left - 1, frame, p :: placed, result) else result)
                end
        in try (joints, result)
        end

  fun prepare (size, _) = size
  fun run size = search (size - 3, identity, [zero], (0, 0.0))
  fun checksum (_, (count, sum)) = Real.fromInt count + sum

  (* Directions as lists of reals, and all chains before any is looked at. *)
  fun verify (size, (count, sum)) =
    let
      fun chains 0 = [(identity, [zero])]
        | chains n =
            List.concat (List.map (fn (frame, placed) =>
              List.mapPartial (fn joint =>
                let
                  val frame = compose (frame, joint)
                  val p = #origin frame
                in if List.exists (fn other => squaredDistance (p, other) < 0.95) placed then NONE
                   else SOME (frame, p :: placed)
                end) joints) (chains (n - 1)))
      val ends = List.map (fn (_, placed) => hd placed) (chains (size - 3))
      val near = List.filter (fn p => squaredDistance (p, zero) <= 9.0) ends
      val expected = List.foldl (fn ({x, y, z} : point, total) => total + x + y + z) 0.0 near
    in if List.length near = count then abs (sum - expected) / Real.max (abs expected, 1.0) else 1.0
    end
end
